#!/usr/bin/env python3
"""observe.py JAR     holds the dashboards and alerts in grafana/ to running servers

Starts two nodes of the packaged application that are each other's peers, one of which keeps snapshots and has a third peer, and
the installed prometheus, all on loopback. A fleet of clients does what fleets do: renew, renew too little, fall silent, vanish,
come back; and the surroundings what surroundings do: a scheduler stops, a disk fails, a peer is slow, a node ends. Every alert
must fire for its cause and resolve without it, and then every expression of every panel must return data. Times in the rules are
made short for this; promtool tests the true ones. Takes about a hundred seconds, most of which is the first minute of a server.
Prints a line a check, and ends with 'N passed, N failed'; the exit status is 1 if a check failed.
"""
import functools
import glob
import http.client
import http.server
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import local
from local import Checks, Prometheus, expect, free_port, request

eventually = functools.partial(local.eventually, patience=float(os.environ.get("PATIENCE", "100")))
GRAFANA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "grafana")
INTERVAL_S = 2
SHORTER = (
    ("for: [0-9]+m$", "for: 1s"), ("offset 15m", "offset 15s"), (r"\[2m\]", "[10s]"), (r"\[1h\]", "[2m]"),
    ("> 600$", "> 6"), ("> 60$", "> 4"), ("> 30$", "> 3"))


class Node:
    """A server; may be stopped and started again under the same ports."""

    def __init__(self, home, jar, name):
        self.home, self.jar, self.name = home, jar, name
        self.port, self.management = free_port(), free_port()
        self.base = f"http://127.0.0.1:{self.port}/eureka"
        self.process = None

    def start(self, *settings):
        java = os.path.join(os.environ["JAVA_HOME"], "bin", "java") if "JAVA_HOME" in os.environ else "java"
        options = [
            "eureka.server.eviction-interval-timer-in-ms=1000", "eureka.server.peer-node-read-timeout-ms=3000",
            "eureka.server.registry-sync-retries=1", "eureka.server.wait-time-in-ms-when-sync-empty=0",
            "eureka.client.register-with-eureka=false", "buoy.peers.probe-interval=1s", "buoy.peers.anti-entropy-interval=2s",
            "buoy.self-preservation.give-up-after=1s", f"server.port={self.port}", f"quarkus.management.port={self.management}",
            "server.address=127.0.0.1", *settings]
        with open(os.path.join(self.home, f"{self.name}.log"), "ab") as log:
            self.process = subprocess.Popen(
                [java, "-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", *(f"-D{option}" for option in options), "-jar", self.jar],
                cwd=self.home, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)

    def answers(self):
        expect(self.process.poll() is None, f"node {self.name} ended with status {self.process.poll()}")
        try:
            status, _ = request("GET", f"{self.base}/apps")
        except OSError as not_yet:
            raise AssertionError(f"node {self.name} does not listen: {not_yet}") from None
        expect(status == 200, f"node {self.name} answers {status}")

    def lists(self, app, instances):
        status, text = request("GET", f"{self.base}/apps/{app}")
        listed = len(json.loads(text)["application"]["instance"]) if status == 200 else 0
        expect(listed == instances, f"node {self.name} lists {listed} of {app}, not {instances}")

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


class SlowPeer(http.server.BaseHTTPRequestHandler):
    """Another server of Eureka's protocol that answers, and takes no batches while it is busy."""

    protocol_version = "HTTP/1.1"
    busy = True

    def do_GET(self):
        self.answer(404, b"")

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        done = {"responseList": [{"statusCode": 200} for _ in body["replicationList"]]}
        self.answer(503 if SlowPeer.busy else 200, b"" if SlowPeer.busy else json.dumps(done).encode())

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Fleet:
    """Clients that renew at a share of the rate that they promise, and strangers, who renew what nobody has registered.

    One thread and one connection do for all of them, and what a busy machine kept the thread from sending is sent later.
    """

    def __init__(self, node):
        self.node = node
        self.share = 0.87
        self.strangers = False
        self.instances = []
        self.running = True
        self.connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=30)
        self.thread = threading.Thread(target=self.renew, daemon=True)

    def register(self, app, number, status="UP", interval=INTERVAL_S, duration=600):
        instance = {
            "instanceId": f"{app.lower()}-{number}", "app": app, "hostName": "h", "ipAddr": "192.0.2.9", "vipAddress": app.lower(),
            "status": status, "port": {"$": 8080, "@enabled": "true"},
            "leaseInfo": {"renewalIntervalInSecs": interval, "durationInSecs": duration},
            "dataCenterInfo": {"@class": "com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo", "name": "MyOwn"}}
        code, text = request("POST", f"{self.node.base}/apps/{app}", {"instance": instance})
        expect(code == 204, f"registration was answered {code} {text[:200]}")

    def join(self, app, number, status="UP"):
        self.register(app, number, status)
        self.instances = [*self.instances, f"{app}/{app.lower()}-{number}"]

    def cancel(self, app, number):
        self.instances = [one for one in self.instances if one != f"{app}/{app.lower()}-{number}"]
        request("DELETE", f"{self.node.base}/apps/{app}/{app.lower()}-{number}")

    def renew(self):
        turn, owed, then = 0, 0.0, time.monotonic()
        while self.running:
            time.sleep(0.1)
            now = time.monotonic()
            owed += self.share * len(self.instances) / INTERVAL_S * (now - then)
            then = now
            for _ in range(int(owed)):
                owed -= 1
                turn += 1
                self.send("PUT", self.instances[turn % len(self.instances)])
            if self.strangers:
                self.send("PUT", "NOBODY/nobody-1")
            if turn % 10 == 0:
                self.send("GET", "delta")

    def send(self, method, path):
        try:
            self.connection.request(method, f"/eureka/apps/{path}", headers={"DiscoveryIdentity-Name": "DefaultClient"})
            self.connection.getresponse().read()
        except (OSError, http.client.HTTPException):
            self.connection.close()  # it is opened again by the next request

    def stop(self):
        self.running = False
        if self.thread.is_alive():
            self.thread.join()


def start_prometheus(home, targets):
    with open(os.path.join(GRAFANA, "alerts.yaml"), encoding="utf-8") as file:
        rules = file.read()
    for pattern, by in SHORTER:
        rules, found = re.subn(pattern, by, rules, flags=re.MULTILINE)
        expect(found, f"no rule has '{pattern}'")
    with open(os.path.join(home, "rules.yaml"), "w", encoding="utf-8") as file:
        file.write(rules)
    return Prometheus(home, json.dumps({
        "global": {"scrape_interval": "1s", "evaluation_interval": "1s"}, "rule_files": ["rules.yaml"],
        "scrape_configs": [{"job_name": "buoy", "metrics_path": "/q/metrics", "static_configs": [{"targets": targets}]}]}))


class Alerts:
    """Whether alerts fire, and whether each alert of the file was seen to."""

    def __init__(self, checks, prometheus):
        self.checks, self.prometheus = checks, prometheus
        self.seen = set()

    def fire(self, since, *alerts):
        """Each has been firing at some time since then; labels may be given in braces."""
        for alert in alerts:
            self.seen.add(alert.split("{")[0])
            self.checks.run(f"{alert} fires", lambda: eventually(lambda: self.has_fired(alert, since)))

    def resolve(self, *alerts):
        for alert in alerts:
            self.checks.run(f"{alert} resolves", lambda: eventually(lambda: self.is_silent(alert)))

    def has_fired(self, alert, since):
        found = self.prometheus.get("query_range", query=firing(alert), start=since, end=time.time(), step=1)["result"]
        expect(found, f"{alert} does not fire")

    def is_silent(self, alert):
        found = self.prometheus.get("query", query=firing(alert))["result"]
        expect(not found, f"{alert} fires still: {found[:1]}")

    def all_seen(self):
        with open(os.path.join(GRAFANA, "alerts.yaml"), encoding="utf-8") as file:
            named = set(re.findall("- alert: Buoy(.+)", file.read()))
        expect(named == self.seen, f"of the rules and of this program alone: {named ^ self.seen}")


def firing(alert):
    name, _, labels = alert.partition("{")
    return f'ALERTS{{alertname="Buoy{name}",alertstate="firing"' + ("," + labels if labels else "}")


def expressions():
    """Dashboard, panel and expression of every target."""
    for path in sorted(glob.glob(os.path.join(GRAFANA, "*.json"))):
        with open(path, encoding="utf-8") as file:
            dashboard = json.load(file)
        for panel in dashboard["panels"]:
            for target in panel.get("targets", []):
                yield dashboard["title"], panel["title"], target["expr"]


def has_data(prometheus, expression):
    for name, value in (("cluster", ".*"), ("node", ".*"), ("application", ".*"), ("__rate_interval", "10s"), ("__range", "1m")):
        expression = expression.replace(f"${name}", value)
    now = time.time()
    series = prometheus.get("query_range", query=expression, start=now - 60, end=now, step=5)["result"]
    expect(any(math.isfinite(float(value)) for one in series for _, value in one["values"]), f"no data: {expression}")


def lint(node):
    """What promtool says of our own metrics; those of libraries are not ours to name."""
    _, text = request("GET", f"http://127.0.0.1:{node.management}/q/metrics", accept="text/plain")
    ours = [line for line in text.splitlines(True) if re.match(r"(# (HELP|TYPE) )?(eureka|buoy)_", line)]
    told = subprocess.run(["promtool", "check", "metrics"], input="".join(ours), text=True, capture_output=True, check=False)
    expect(told.returncode == 0 and ours, told.stdout + told.stderr)


def seen_for_long_enough(prometheus, node):
    """Self-preservation says nothing in the first minute of a server."""
    verdict = f'eureka_server_self_preservation_verdict{{instance="127.0.0.1:{node.management}",verdict="warming_up"}} == 0'
    expect(prometheus.get("query", query=verdict)["result"], "the first minute is not over")


def live(checks, home, jar):
    first, second = Node(home, jar, "first"), Node(home, jar, "second")
    prometheus = start_prometheus(home, [f"127.0.0.1:{node.management}" for node in (first, second)])
    alerts = Alerts(checks, prometheus)
    slow = http.server.ThreadingHTTPServer(("127.0.0.1", 0), SlowPeer)
    threading.Thread(target=slow.serve_forever, daemon=True).start()
    fleet = Fleet(first)
    snapshots = os.path.join(home, "snapshots")
    try:
        first.start(f"eureka.client.service-url.defaultZone={second.base}/,http://127.0.0.1:{slow.server_port}/eureka/",
                    "eureka.client.fetch-registry=false", "buoy.snapshot.store=file", f"buoy.snapshot.directory={snapshots}",
                    "buoy.snapshot.interval=1s")
        peer = f"eureka.client.service-url.defaultZone={first.base}/"
        second.start(peer, "quarkus.scheduler.enabled=false")  # its evictor never runs
        for node in (first, second):
            eventually(node.answers)
        eventually(prometheus.ready)
        for number in range(20):
            fleet.join("ORDERS", number)
        for number in range(5):
            fleet.join("STOCK", number)
        for status in ("DOWN", "STARTING", "OUT_OF_SERVICE"):
            fleet.join("BILLING", status, status)
        fleet.thread.start()

        since = time.time()
        for number in range(6):
            fleet.register("GHOSTS", number, interval=60, duration=2)  # the first node alone drops them
        fleet.strangers = True
        eventually(lambda: second.lists("GHOSTS", 6))
        eventually(lambda: expect(os.path.isdir(snapshots) and os.listdir(snapshots), "there is no snapshot"))
        shutil.rmtree(snapshots)
        with open(snapshots, "w", encoding="utf-8"):
            pass  # where the directory was there is a file
        alerts.fire(since, "EvictorLate", "NodesDisagree", "ListsDiffer", "RenewalsNotFound", "ReplicationLagging", "SnapshotFailing",
                    "SnapshotTooOld")

        since = time.time()
        fleet.strangers = False
        os.remove(snapshots)
        SlowPeer.busy = False
        second.stop()
        alerts.fire(since, "NodeDown", "PeerUnreachable")
        second.start(peer)
        eventually(second.answers)
        since = time.time()
        for number in range(1, 5):
            fleet.cancel("STOCK", number)
        alerts.fire(since, 'ApplicationLostInstances{application="STOCK"}')
        alerts.resolve("NodeDown", "PeerUnreachable", "EvictorLate", "NodesDisagree", "ListsDiffer", "RenewalsNotFound",
                       "ReplicationLagging", "SnapshotFailing", "SnapshotTooOld")
        checks.run("promtool finds nothing to say against our metrics", lambda: lint(first))

        eventually(lambda: seen_for_long_enough(prometheus, first))
        alerts.fire(time.time(), "RenewalsNearThreshold")
        fleet.share = 0
        alerts.fire(time.time(), "SelfPreservation")
        fleet.share = 3
        alerts.resolve("SelfPreservation", "RenewalsNearThreshold", "ApplicationLostInstances")
        checks.run("every alert was seen to fire", alerts.all_seen)

        for dashboard, panel, expression in expressions():
            checks.run(f"{dashboard}: {panel} returns data", lambda: has_data(prometheus, expression))
    finally:
        fleet.stop()
        prometheus.stop()
        slow.shutdown()
        for node in (first, second):
            node.stop()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="buoy-observe-") as home:
        try:
            live(checks, home, os.path.abspath(sys.argv[1]))
        except Exception as failure:
            checks.run("nodes, fleet and prometheus run", lambda: (_ for _ in ()).throw(failure))
        if checks.failed:
            for name in ("first", "second", "prometheus"):
                with open(f"{home}/{name}.log", encoding="utf-8", errors="replace") as log:
                    print(name, "".join(log.readlines()[-15:]))
    sys.exit(checks.end())


if __name__ == "__main__":
    main()
