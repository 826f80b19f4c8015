#!/usr/bin/env bash
# Fuzzes the codecs, guided by coverage: src/it/fuzz/run.sh [SECONDS]. Each target of FuzzTargets runs for so many seconds (60 by
# default), all of them side by side. It needs the classes of `mvn test-compile`. Ends with 'N passed, N failed'; an input that
# breaks something is left in target/fuzz/TARGET, and named in its log.
#
#   JAVA_HOME   the JDK
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.." || exit 1

seconds=${1:-60}
version=0.24.0
out=target/fuzz
mkdir -p "$out"
repository=$(mvn -q help:evaluate -Dexpression=settings.localRepository -DforceStdout 2> /dev/null) || repository=$HOME/.m2/repository
jazzer=
for part in jazzer jazzer-api; do
  jar=$repository/com/code-intelligence/$part/$version/$part-$version.jar
  [ -f "$jar" ] || mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get -Dtransitive=false \
    -Dartifact=com.code-intelligence:$part:$version || exit 1
  jazzer=$jazzer$jar:
done
libraries=$(find target/quarkus-app/lib -name '*jackson-core*.jar' -o -name '*jackson-databind*.jar' -o -name '*jackson-annotations*.jar' \
  -o -name '*jakarta.inject*.jar' | paste -sd:)
[ -n "$libraries" ] || { echo "build the application first: mvn -DskipTests package"; exit 1; }

# target NAME SEED...: with what is known to be right as a start.
target() {
  local name=$1
  shift
  mkdir -p "$out/$name/corpus"
  cp "$@" "$out/$name/corpus/"
  cp src/it/fuzz/dictionary "$out/dictionary"
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx512m -XX:+UseSerialGC -cp "${jazzer}target/classes:target/test-classes:$libraries" \
    com.code_intelligence.jazzer.Jazzer --target_class="dev.buoy.wire.FuzzTargets\$$name" --instrumentation_includes='dev.buoy.**' \
    --reproducer_path="$out/$name" -artifact_prefix="$out/$name/" -dict="$out/dictionary" -max_total_time="$seconds" -timeout=60 \
    -rss_limit_mb=3000 -max_len=8192 -print_final_stats=1 "$out/$name/corpus" > "$out/$name.log" 2>&1
}

resources=src/test/resources/wire
declare -A runs
target Json "$resources"/{registration-spring,registration-oldest,instance,amazon,registry,registry-compact}.json & runs[Json]=$!
target Xml "$resources"/{instance,amazon,registry,registry-compact}.xml & runs[Xml]=$!
target Batch "$resources"/{batch,answers}.json & runs[Batch]=$!

passed=0
failed=0
for name in "${!runs[@]}"; do
  if wait "${runs[$name]}"; then
    passed=$((passed + 1))
    grep -E 'stat::number_of_executed_units|Done ' "$out/$name.log" | sed "s/^/$name: /"
  else
    failed=$((failed + 1))
    echo "FAIL $name; its log ends:"
    tail -n 40 "$out/$name.log"
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
