#!/usr/bin/env python3
"""Three nodes in network namespaces, a fleet that renews, and a nemesis that kills, pauses and cuts nodes off.

Needs root, iproute2 and iptables. What must hold, whatever happens:
  (a) an instance that has renewed at a node is listed there;
  (b) once all is healed, all nodes have equal digests within half a minute;
  (c) an instance that was cancelled at a node is not listed there again, and in the end nowhere;
  (d) threads stay bounded; CPU is reported.

Ends with 'N passed, N failed'.
"""
import argparse
import collections
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time

PORT = 8761
MANAGEMENT = 9000
INTERVAL = 5  # seconds between renewals
LEASE = 20
GRACE = 2  # seconds that a renewal may be old and must still count
PASS_THREADS = 160


def run(*command, check=True):
    return subprocess.run(command, check=check, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode


class Network:
    """A bridge, and a namespace for each node, all gone when closed."""

    def __init__(self, size):
        self.tag = "b%d" % (os.getpid() % 100000)
        self.bridge = self.tag + "br"
        self.net = "10.%d.%d" % (100 + os.getpid() % 100, os.getpid() // 100 % 250)
        self.size = size

    def __enter__(self):
        run("ip", "link", "add", self.bridge, "type", "bridge")
        run("ip", "addr", "add", self.net + ".254/24", "dev", self.bridge)
        run("ip", "link", "set", self.bridge, "up")
        for n in range(self.size):
            ns, outside = self.space(n), "%sv%d" % (self.tag, n)
            run("ip", "netns", "add", ns)
            run("ip", "link", "add", outside, "type", "veth", "peer", "name", "eth0", "netns", ns)
            run("ip", "link", "set", outside, "master", self.bridge, "up")
            run("ip", "-n", ns, "addr", "add", self.address(n) + "/24", "dev", "eth0")
            run("ip", "-n", ns, "link", "set", "eth0", "up")
            run("ip", "-n", ns, "link", "set", "lo", "up")
        return self

    def __exit__(self, *_):
        for n in range(self.size):
            run("ip", "netns", "del", self.space(n), check=False)
        run("ip", "link", "del", self.bridge, check=False)

    def space(self, n):
        return "%sn%d" % (self.tag, n)

    def address(self, n):
        return "%s.%d" % (self.net, n + 1)

    def deaf(self, n, to):
        """Node n hears nothing of node `to`."""
        run("ip", "netns", "exec", self.space(n), "iptables", "-A", "INPUT", "-s", self.address(to), "-j", "DROP")

    def uncallable(self, n, by):
        """Node `by` cannot call node n, but n can call it."""
        run("ip", "netns", "exec", self.space(n), "iptables", "-A", "INPUT", "-s", self.address(by),
            "-p", "tcp", "--dport", str(PORT), "-j", "DROP")

    def heal(self):
        for n in range(self.size):
            run("ip", "netns", "exec", self.space(n), "iptables", "-F", "INPUT")


class Node:
    def __init__(self, network, n, options):
        self.network, self.n, self.options = network, n, options
        self.log = open(os.path.join(options.logs, "node-%d.log" % n), "ab")
        self.process = None
        self.cpu_before = 0.0

    def start(self):
        urls = ",".join("http://%s:%d/eureka/" % (self.network.address(m), PORT) for m in range(self.network.size))
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", self.network.space(self.n), self.options.java, "-Xmx256m", "-XX:+UseSerialGC",
             "-Dserver.port=%d" % PORT, "-Dquarkus.management.port=%d" % MANAGEMENT,
             "-Deureka.client.service-url.defaultZone=" + urls, "-Deureka.client.register-with-eureka=false",
             "-Deureka.server.enable-self-preservation=false", "-Deureka.server.eviction-interval-timer-in-ms=1000",
             "-Deureka.server.registry-sync-retries=1", "-Deureka.server.wait-time-in-ms-when-sync-empty=20000",
             "-jar", self.options.jar], stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)

    def kill(self):
        self.cpu_before += self.cpu()
        self.process.kill()
        self.process.wait()

    def signal(self, number):
        self.process.send_signal(number)

    def threads(self):
        try:
            with open("/proc/%d/status" % self.process.pid) as status:
                return next(int(line.split()[1]) for line in status if line.startswith("Threads:"))
        except (OSError, StopIteration):
            return 0

    def cpu(self):
        try:
            with open("/proc/%d/stat" % self.process.pid) as stat:
                fields = stat.read().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            return 0.0

    def ask(self, method, path, body=None, timeout=3.0, headers=None):
        """Status and body; status 0 if there was no answer."""
        connection = http.client.HTTPConnection(self.network.address(self.n), PORT, timeout=timeout)
        try:
            connection.request(method, path, body, headers or {"Accept": "application/json"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, b""
        finally:
            connection.close()

    def listed(self):
        """Ids by what the node lists, or None if it does not serve."""
        status, body = self.ask("GET", "/eureka/apps/", timeout=10)
        if status != 200:
            return None
        return {i["instanceId"] for a in json.loads(body)["applications"]["application"] for i in a["instance"]}

    def report(self):
        status, body = self.ask("GET", "/buoy/v1/peers")
        return json.loads(body) if status == 200 else None


class Instance:
    """A client: it renews where it is, registers when told to, and goes elsewhere when nobody answers."""

    def __init__(self, number, node):
        self.id, self.app = "i-%d" % number, "APP-%d" % (number % 20)
        self.node = node
        self.dirty = 0
        self.renewed = {}  # node to the time of the last renewal that it took
        self.lock = threading.Lock()
        self.cancelled_at = None  # the node that took the cancellation
        self.leaving = False  # a cancellation was sent, and it has not renewed since

    def body(self):
        return json.dumps({"instance": {
            "instanceId": self.id, "app": self.app, "hostName": "h-" + self.id, "ipAddr": "10.0.0.1", "status": "UP",
            "port": {"$": 80, "@enabled": "true"}, "dataCenterInfo":
                {"@class": "com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo", "name": "MyOwn"},
            "leaseInfo": {"renewalIntervalInSecs": INTERVAL, "durationInSecs": LEASE},
            "metadata": {}, "lastDirtyTimestamp": str(self.dirty)}})

    def live(self, nodes):
        with self.lock:
            if self.cancelled_at is not None:
                return
            for attempt in range(len(nodes)):
                node = nodes[(self.node + attempt) % len(nodes)]
                status, _ = node.ask("PUT", "/eureka/apps/%s/%s?lastDirtyTimestamp=%d" % (self.app, self.id, self.dirty))
                if status == 404:
                    self.dirty = int(time.time() * 1000)
                    status, _ = node.ask("POST", "/eureka/apps/" + self.app, self.body(), headers={
                        "Content-Type": "application/json", "Accept": "application/json"})
                if status in (200, 204):
                    self.node = node.n
                    self.renewed[node.n] = time.time()
                    self.leaving = False
                    return

    def cancel(self, nodes):
        with self.lock:
            self.leaving = True
            status, _ = nodes[self.node].ask("DELETE", "/eureka/apps/%s/%s" % (self.app, self.id))
            if status == 200:
                self.cancelled_at = self.node
                self.cancelled_time = time.time()
            return status == 200


class Fleet(threading.Thread):
    """Has some of the instances renew, evenly over the interval."""

    def __init__(self, instances, nodes):
        super().__init__(daemon=True)
        self.instances, self.nodes, self.ended = instances, nodes, threading.Event()

    def run(self):
        while not self.ended.is_set():
            began = time.time()
            for k, instance in enumerate(self.instances):
                instance.live(self.nodes)
                due = began + INTERVAL * (k + 1) / len(self.instances)
                self.ended.wait(max(0.0, due - time.time()))


class Checker(threading.Thread):
    """Looks at every node again and again."""

    def __init__(self, instances, nodes):
        super().__init__(daemon=True)
        self.instances, self.nodes, self.ended = instances, nodes, threading.Event()
        self.faults, self.looks, self.threads = collections.Counter(), 0, 0

    def run(self):
        while not self.ended.is_set():
            for node in self.nodes:
                self.look(node)
                self.threads = max(self.threads, node.threads())
            self.ended.wait(0.5)

    def look(self, node):
        before = time.time()
        listed = node.listed()
        if listed is None:
            return
        self.looks += 1
        for instance in self.instances:
            renewed = instance.renewed.get(node.n, 0)
            # it renewed here a moment ago, and has not been cancelled anywhere
            if before - LEASE / 2 < renewed < before and instance.id not in listed:
                if instance.node == node.n and instance.cancelled_at is None and not instance.leaving:
                    self.fault("(a) %s renewed at node %d %.1f s ago and is not listed there" % (
                        instance.id, node.n, before - renewed))
            if instance.cancelled_at == node.n and instance.cancelled_time < before and instance.id in listed:
                self.fault("(c) %s was cancelled at node %d %.1f s ago and is listed there" % (
                    instance.id, node.n, before - instance.cancelled_time))

    def fault(self, text):
        kind = text[:3]
        self.faults[kind] += 1
        if self.faults[kind] <= 20:
            print("%s %s" % (time.strftime("%H:%M:%S"), text), flush=True)


def say(text):
    print("%s %s" % (time.strftime("%H:%M:%S"), text), flush=True)


def await_serving(nodes, seconds):
    end = time.time() + seconds
    for node in nodes:
        while node.listed() is None:
            if time.time() > end:
                raise SystemExit("node %d does not serve" % node.n)
            time.sleep(0.5)


def strike(network, nodes, chance, checker, unit):
    """One fault, and its end."""
    a, b = chance.sample(range(len(nodes)), 2)
    length = chance.uniform(1, 3) * unit
    kind = chance.choice(["kill", "pause", "partition", "deaf", "uncallable"])
    say("%s %d (%d) for %.0f s" % (kind, a, b, length))
    if kind == "kill":
        nodes[a].kill()
        forget_where(checker, a)
        time.sleep(length)
        nodes[a].start()
        end = time.time() + 180
        while nodes[a].listed() is None and time.time() < end:
            time.sleep(0.5)
        return
    if kind == "pause":
        nodes[a].signal(signal.SIGSTOP)
        time.sleep(length)
        nodes[a].signal(signal.SIGCONT)
        return
    if kind == "partition":
        for other in range(len(nodes)):
            if other != a:
                network.deaf(a, other)
                network.deaf(other, a)
    elif kind == "deaf":
        network.deaf(a, b)
    else:
        network.uncallable(a, b)
    time.sleep(length)
    network.heal()


def forget_where(checker, n):
    """A node that starts anew has what its peers hold; what only it knew is gone until it is renewed."""
    for instance in checker.instances:
        instance.renewed.pop(n, None)


def churn(instances, nodes, chance, cancelled):
    """A few leave."""
    for _ in range(3):
        instance = chance.choice(instances)
        if instance.cancelled_at is None and instance.cancel(nodes):
            cancelled.append(instance)


def equal_digests(nodes, seconds):
    """How long it took, or None."""
    began, seen = time.time(), None
    while time.time() - began < seconds:
        reports = [node.report() for node in nodes]
        seen = [(r["digest"], r["instances"]) if r else None for r in reports]
        if None not in seen and len(set(seen)) == 1:
            return time.time() - began
        time.sleep(0.5)
    say("digests: %s" % seen)
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jar", default="target/quarkus-app/quarkus-run.jar")
    parser.add_argument("--java", default=os.path.join(os.environ["JAVA_HOME"], "bin/java") if "JAVA_HOME" in os.environ else "java")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--instances", type=int, default=500)
    parser.add_argument("--unit", type=float, default=5, help="faults last one to three times so many seconds")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--logs", default=".")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    say("seed %d" % options.seed)
    failed = 0

    with Network(3) as network:
        nodes = [Node(network, n, options) for n in range(3)]
        fleets, checker = [], None
        try:
            for node in nodes:
                node.start()
            await_serving(nodes, 600)
            instances = [Instance(i, i % 3) for i in range(options.instances)]
            fleets = [Fleet(instances[k::20], nodes) for k in range(20)]
            for fleet in fleets:
                fleet.start()
            time.sleep(2 * INTERVAL)
            checker = Checker(instances, nodes)
            checker.start()
            cpu, began = [n.cpu() for n in nodes], time.time()
            cancelled = []
            end = began + options.seconds
            while time.time() < end:
                churn(instances, nodes, chance, cancelled)
                time.sleep(2)  # peers hear of a change half a second later; a node killed before that takes it along
                strike(network, nodes, chance, checker, options.unit)
                churn(instances, nodes, chance, cancelled)
                time.sleep(chance.uniform(0.5, 2) * options.unit)
            network.heal()
            await_serving(nodes, 300)
            took = equal_digests(nodes, 30)
            seconds = time.time() - began
            checker.ended.set()
            checker.join()
            listed = [node.listed() or set() for node in nodes]
            back = [i.id for i in cancelled if any(i.id in each for each in listed)]
            lost = [i.id for i in instances if i.cancelled_at is None and not all(i.id in each for each in listed)]
            used = sum(n.cpu() + n.cpu_before for n in nodes) - sum(cpu)
            say("%d looks, %d cancelled, threads at most %d, %.2f CPUs for three nodes" % (
                checker.looks, len(cancelled), checker.threads, used / seconds))
            results = [
                ("(a) who renewed at a node was always listed there", checker.faults["(a)"] == 0 and not lost, lost[:5]),
                ("(b) digests were equal %s s after healing" % ("%.0f" % took if took is not None else "not 30"), took is not None, ""),
                ("(c) who was cancelled did not come back", checker.faults["(c)"] == 0 and not back, back[:5]),
                ("(d) threads stayed below %d" % PASS_THREADS, checker.threads < PASS_THREADS, checker.threads)]
            for text, held, more in results:
                print("%s %s %s" % ("ok  " if held else "FAIL", text, "" if held else more))
                failed += not held
            print("%d passed, %d failed" % (len(results) - failed, failed))
        finally:
            for fleet in fleets:
                fleet.ended.set()
            for node in nodes:
                if node.process is not None:
                    node.process.kill()
                    node.process.wait()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
