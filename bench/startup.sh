#!/usr/bin/env bash
# Measures how fast the program starts and what it takes then, on Java 17 and 25, without and with a cache of its classes.
# Prints a table in Markdown: median (least–most). Other load on the machine spoils it: the variants take turns, but a start
# that waits for a processor is slow in any of them. Trust the column of CPU more than that of time.
#
# Usage: bench/startup.sh [ROUNDS]      5 by default
#   JDK17, JDK25   homes of the JDKs
#   MAVEN          the command; "mvn" by default
set -euo pipefail
cd "$(dirname "$0")/.."

rounds=${1:-5}
jdk17=${JDK17:-/usr/lib/jvm/java-17-openjdk-amd64}
jdk25=${JDK25:-/usr/lib/jvm/temurin-25-jdk-amd64}
maven=${MAVEN:-mvn}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# package NAME [OPTION...]: the program as a folder that later builds leave alone.
package() {
  JAVA_HOME=$jdk17 $maven -q -DskipTests -Dspotless.check.skip "${@:2}" package
  cp -a target/quarkus-app "$work/$1"
}

package fast
package aot -Paot
cp -a "$work/aot" "$work/aot17"
cp -a "$work/aot" "$work/aot25"
cp -a "$work/aot" "$work/lean17"
cp -a "$work/aot" "$work/compact25"
lean="-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx128m"
compact="-XX:+UseCompactObjectHeaders -XX:+UseSerialGC -Xmx128m"
{
  "$jdk17/bin/java" src/main/docker/Training.java "$work/aot17"
  "$jdk25/bin/java" src/main/docker/Training.java "$work/aot25"
  # shellcheck disable=SC2086 # options are words
  "$jdk17/bin/java" src/main/docker/Training.java "$work/lean17" $lean
  # shellcheck disable=SC2086
  "$jdk25/bin/java" src/main/docker/Training.java "$work/compact25" $compact
} > "$work/training.log" 2>&1 || { tail -50 "$work/training.log" >&2; exit 1; }

run="-jar quarkus-run.jar"
"$jdk25/bin/java" bench/Startup.java "$rounds" \
  "Java 17" "$work/fast" "$jdk17/bin/java $run" \
  "Java 17, AppCDS" "$work/aot17" "$jdk17/bin/java -XX:SharedArchiveFile=app.jsa $run" \
  "Java 17, AppCDS, serial GC, C1 only, 128 MB heap" "$work/lean17" "$jdk17/bin/java -XX:SharedArchiveFile=app.jsa $lean $run" \
  "Java 25" "$work/fast" "$jdk25/bin/java $run" \
  "Java 25, AOT cache" "$work/aot25" "$jdk25/bin/java -XX:AOTCache=app.aot $run" \
  "Java 25, AOT cache, compact headers, serial GC, 128 MB heap" "$work/compact25" "$jdk25/bin/java -XX:AOTCache=app.aot $compact $run"
