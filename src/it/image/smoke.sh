#!/usr/bin/env bash
# Starts the program with the command given, registers an instance, finds it, and stops the program.
# Usage: smoke.sh COMMAND [ARGUMENT...]
set -euo pipefail

port=$((20000 + RANDOM % 10000))
management=$((port + 10000))
QUARKUS_HTTP_PORT=$port QUARKUS_MANAGEMENT_PORT=$management "$@" &
program=$!
trap 'kill $program 2> /dev/null || true' EXIT

for ((i = 0; i < 300; i++)); do
  kill -0 $program
  curl --silent --fail --output /dev/null "http://127.0.0.1:$management/q/health/ready" && break
  sleep 0.2
done
app=http://127.0.0.1:$port/eureka/apps/SMOKE
curl --silent --show-error --fail -X POST -H 'Content-Type: application/json' "$app" -d '{"instance":{
  "instanceId":"smoke-1","hostName":"smoke-1","app":"SMOKE","ipAddr":"192.0.2.1","status":"UP","vipAddress":"smoke",
  "port":{"$":80,"@enabled":"true"},
  "dataCenterInfo":{"@class":"com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo","name":"MyOwn"}}}'
for type in application/json application/xml; do
  curl --silent --show-error --fail -H "Accept: $type" "$app" | grep --quiet smoke-1
done
kill $program
status=0
wait $program || status=$?
[ $status -eq 0 ] || [ $status -eq 143 ] || { echo "it ended with $status" >&2; exit 1; }
echo "it starts, registers, lists and stops"
