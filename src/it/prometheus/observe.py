#!/usr/bin/env python3
"""observe.py JAR     holds the dashboards and alerts in grafana/ to a running server

Starts two nodes of the packaged application and the installed prometheus, all on loopback, and a fleet of clients that does
what fleets do: renew, renew too little, fall silent, vanish, come back. Then every expression of every panel must return data,
and every alert must have fired and resolved. Times in the rules are made short for this; their true ones are tested by promtool.
Prints a line a check, and ends with 'N passed, N failed'; the exit status is 1 if a check failed.
"""
import glob
import json
import math
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

PATIENCE_S = float(os.environ.get("PATIENCE", "100"))
GRAFANA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "grafana")
INTERVAL_S = 2
SHORTER = (("for: [0-9]+m", "for: 1s"), ("offset 15m", "offset 15s"), (r"\[2m\]", "[10s]"), (r"\[1h\]", "[2m]"), ("> 60$", "> 4"))


def request(method, url, body=None, accept="application/json"):
    """The status and the text of the answer, whatever the status."""
    headers = {"Content-Type": "application/json", "Accept": accept, "DiscoveryIdentity-Name": "DefaultClient"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read().decode()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def eventually(what, condition, patience=PATIENCE_S):
    """Asks until the condition holds; after the patience it fails with what it waited for."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"never: {what}")
        time.sleep(0.3)


class Node:
    """A server; may be stopped and started again under the same ports."""

    def __init__(self, home, jar, name):
        self.home, self.jar, self.name = home, jar, name
        self.port, self.management = free_port(), free_port()
        self.base = f"http://127.0.0.1:{self.port}/eureka"
        self.process = None

    def start(self, *settings):
        java = os.path.join(os.environ["JAVA_HOME"], "bin", "java") if "JAVA_HOME" in os.environ else "java"
        options = ["eureka.server.eviction-interval-timer-in-ms=1000", f"server.port={self.port}",
                   f"quarkus.management.port={self.management}", "server.address=127.0.0.1", *settings]
        with open(os.path.join(self.home, f"{self.name}.log"), "ab") as log:
            self.process = subprocess.Popen(
                [java, "-Xmx160m", *(f"-D{option}" for option in options), "-jar", self.jar],
                cwd=self.home, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)

    def answers(self):
        if self.process.poll() is not None:
            raise AssertionError(f"node {self.name} ended with status {self.process.poll()}")
        try:
            return request("GET", f"{self.base}/apps")[0] == 200
        except OSError:
            return False

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Fleet:
    """Clients that renew at a share of the rate that they promise, and some that renew what nobody has registered."""

    def __init__(self, base):
        self.base = base
        self.share = 0.87
        self.strangers = 0
        self.instances = []
        self.running = True
        self.thread = threading.Thread(target=self.renew, daemon=True)

    def register(self, app, number, status="UP", base=None):
        instance = {
            "instanceId": f"{app.lower()}-{number}", "app": app, "hostName": "h", "ipAddr": "192.0.2.9", "vipAddress": app.lower(),
            "status": status, "port": {"$": 8080, "@enabled": "true"},
            "leaseInfo": {"renewalIntervalInSecs": INTERVAL_S, "durationInSecs": 600},
            "dataCenterInfo": {"@class": "com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo", "name": "MyOwn"}}
        code, text = request("POST", f"{base or self.base}/apps/{app}", {"instance": instance})
        if code != 204:
            raise AssertionError(f"registration was answered {code} {text[:200]}")
        if base is None:
            self.instances.append((app, number, status))

    def renew(self):
        turn, credit = 0, 0.0
        while self.running:
            time.sleep(0.1)
            credit += self.share * len(self.instances) / INTERVAL_S / 10
            while credit >= 1 and self.instances:
                credit -= 1
                app, number, _ = self.instances[turn % len(self.instances)]
                turn += 1
                self.send(f"apps/{app}/{app.lower()}-{number}")
            for _ in range(self.strangers):
                self.send("apps/NOBODY/nobody-1")
            if turn % 10 == 0:
                self.send("apps/delta", "GET")

    def send(self, path, method="PUT"):
        try:
            request(method, f"{self.base}/{path}")
        except OSError:
            pass

    def cancel(self, app, number):
        request("DELETE", f"{self.base}/apps/{app}/{app.lower()}-{number}")
        self.instances = [one for one in self.instances if one[:2] != (app, number)]

    def stop(self):
        self.running = False
        if self.thread.is_alive():
            self.thread.join()


class Prometheus:
    def __init__(self, home, targets):
        rules = open(os.path.join(GRAFANA, "alerts.yaml"), encoding="utf-8").read()
        for pattern, by in SHORTER:
            rules = re.sub(pattern, by, rules, flags=re.MULTILINE)
        with open(os.path.join(home, "rules.yaml"), "w", encoding="utf-8") as file:
            file.write(rules)
        configuration = {
            "global": {"scrape_interval": "1s", "evaluation_interval": "1s"}, "rule_files": ["rules.yaml"],
            "scrape_configs": [{"job_name": "buoy", "metrics_path": "/q/metrics", "static_configs": [{"targets": targets}]}]}
        with open(os.path.join(home, "prometheus.yml"), "w", encoding="utf-8") as file:
            json.dump(configuration, file)
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            ["prometheus", f"--config.file={home}/prometheus.yml", f"--storage.tsdb.path={home}/data",
             f"--web.listen-address=127.0.0.1:{port}"],
            cwd=home, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(f"{home}/prometheus.log", "wb"))

    def query(self, expression):
        return self.get("query", query=expression)

    def query_range(self, expression):
        now = time.time()
        return self.get("query_range", query=expression, start=now - 60, end=now, step=5)

    def get(self, what, **parameters):
        status, text = request("GET", f"{self.url}/api/v1/{what}?{urllib.parse.urlencode(parameters)}")
        if status != 200:
            raise AssertionError(f"{parameters['query']}: {text[:300]}")
        return json.loads(text)["data"]["result"]

    def firing(self, alert):
        return any(one["value"][1] == "1" for one in self.query(f'ALERTS{{alertname="{alert}",alertstate="firing"}}'))

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def run(self, statement, check):
        try:
            check()
            self.passed += 1
            print(f"ok    {statement}", flush=True)
        except Exception as failure:  # a check fails for whatever reason it does not hold
            self.failed += 1
            print(f"FAIL  {statement}\n      {type(failure).__name__}: {failure}", flush=True)


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
    series = prometheus.query_range(expression)
    if not any(math.isfinite(float(value)) for one in series for _, value in one["values"]):
        raise AssertionError(f"no data: {expression}")


def lint(node):
    """What promtool says of our own metrics; those of libraries are not ours to name."""
    _, text = request("GET", f"http://127.0.0.1:{node.management}/q/metrics", accept="text/plain")
    ours = [line for line in text.splitlines(True) if re.match(r"(# (HELP|TYPE) )?(eureka|buoy)_", line)]
    told = subprocess.run(["promtool", "check", "metrics"], input="".join(ours), text=True, capture_output=True, check=False)
    if told.returncode != 0 or not ours:
        raise AssertionError(told.stdout + told.stderr)


def promtool(*arguments):
    told = subprocess.run(["promtool", *arguments], text=True, capture_output=True, check=False)
    if told.returncode != 0:
        raise AssertionError(told.stdout + told.stderr)


def live(checks, home, jar):
    first, second = Node(home, jar, "first"), Node(home, jar, "second")
    targets = [f"127.0.0.1:{node.management}" for node in (first, second)]
    prometheus = Prometheus(home, targets)
    fleet = Fleet(first.base)

    def alert(name, fires=True):
        said = "fires" if fires else "resolves"
        checks.run(f"{name} {said}", lambda: eventually(f"{name} {said}", lambda: prometheus.firing(name) == fires))

    try:
        first.start()
        second.start("quarkus.scheduler.enabled=false")  # its evictor is late for ever
        for node in (first, second):
            eventually(f"node {node.name} answers", node.answers)
        began = time.monotonic()
        for number in range(1, 21):
            fleet.register("ORDERS", number)
        for number in range(1, 6):
            fleet.register("STOCK", number)
        for status in ("DOWN", "STARTING", "OUT_OF_SERVICE"):
            fleet.register("BILLING", status, status)
        fleet.thread.start()
        fleet.strangers = 1
        alert("BuoyEvictorLate")
        alert("BuoyNodesDisagree")
        alert("BuoyRenewalsNotFound")
        fleet.strangers = 0

        second.stop()
        alert("BuoyNodeDown")
        second.start()
        eventually("the second node answers", second.answers)
        for app, number, status in fleet.instances:
            fleet.register(app, number, status, second.base)
        alert("BuoyNodeDown", fires=False)
        alert("BuoyEvictorLate", fires=False)
        alert("BuoyNodesDisagree", fires=False)
        alert("BuoyRenewalsNotFound", fires=False)

        for number in range(1, 5):
            fleet.cancel("STOCK", number)
            request("DELETE", f"{second.base}/apps/STOCK/stock-{number}")
        alert("BuoyApplicationLostInstances")
        checks.run("promtool finds nothing to say against our metrics", lambda: lint(first))

        eventually("the first minute is over", lambda: time.monotonic() - began > 62)
        alert("BuoyRenewalsNearThreshold")
        fleet.share = 0
        alert("BuoySelfPreservation")
        fleet.share = 3
        alert("BuoySelfPreservation", fires=False)
        alert("BuoyRenewalsNearThreshold", fires=False)
        alert("BuoyApplicationLostInstances", fires=False)

        for dashboard, panel, expression in expressions():
            checks.run(f"{dashboard}: {panel} returns data", lambda: has_data(prometheus, expression))
    finally:
        fleet.stop()
        prometheus.stop()
        for node in (first, second):
            if node.process:
                node.stop()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    checks = Checks()
    checks.run("promtool accepts the rules", lambda: promtool("check", "rules", f"{GRAFANA}/alerts.yaml"))
    checks.run("each alert fires and resolves by its case", lambda: promtool("test", "rules", f"{GRAFANA}/tests/alerts-test.yaml"))
    with tempfile.TemporaryDirectory(prefix="buoy-observe-") as home:
        try:
            live(checks, home, os.path.abspath(sys.argv[1]))
        except Exception as failure:
            checks.run("nodes, fleet and prometheus run", lambda: (_ for _ in ()).throw(failure))
            for name in ("first", "second"):
                with open(f"{home}/{name}.log", encoding="utf-8", errors="replace") as log:
                    print(name, "".join(log.readlines()[-15:]))
    print(f"{checks.passed} passed, {checks.failed} failed")
    sys.exit(1 if checks.failed else 0)


if __name__ == "__main__":
    main()
