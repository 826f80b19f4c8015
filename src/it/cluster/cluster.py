#!/usr/bin/env python3
"""Three packaged nodes that find each other in DNS, grow from one to three, shrink to two, and are restarted one by one.

Each node is in a network namespace with a name server of ours as its resolver, and finds the others in a way of its own: by
the addresses of a name (A), by SRV records, by Eureka's TXT records. Needs root and iproute2. What must hold:
  (a) one, three, two nodes: each lists those that DNS lists, itself among them as itself, and the registry follows;
  (b) localhost, its address and its name are the node itself;
  (c) nodes that register with Eureka's setting are listed at all, and gone once they have stopped;
  (d) the peer list in a file of settings is followed without a restart;
  (e) in a rolling restart, under clients that renew, no client ever misses an instance in any answer.

Ends with 'N passed, N failed'.
"""
import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "nemesis"))
sys.dont_write_bytecode = True

from dns import Dns  # noqa: E402
from nemesis import PORT, Fleet, Instance, Network, Node, say  # noqa: E402

DOMAIN = "buoy.test"
DRAIN = 4  # seconds that a node goes on answering at its end
WAIT = 400  # a start takes long on a busy machine


class Named(Node):
    """A node that is told a name instead of a list."""

    def __init__(self, network, n, options, home, settings):
        super().__init__(network, n, options)
        self.home, self.settings = home, settings

    def start(self):
        if not os.path.exists(self.settings_file()):
            os.makedirs(os.path.dirname(self.settings_file()))
            self.list_in_file("")
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", self.network.space(self.n), self.options.java, "-Xmx256m", "-XX:+UseSerialGC",
             "-Dserver.port=%d" % PORT, "-Deureka.instance.appname=buoy", "-Deureka.instance.hostname=" + self.name(),
             "-Deureka.server.peer-eureka-nodes-update-interval-ms=2000",
             "-Deureka.client.eureka-service-url-poll-interval-seconds=2", "-Dbuoy.peers.dns-refresh=2s",
             "-Dquarkus.shutdown.delay=%ds" % DRAIN] + ["-D" + s for s in self.settings] +
            ["-jar", os.path.abspath(self.options.jar)],
            cwd=self.home, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)

    def settings_file(self):
        return os.path.join(self.home, "config", "application.properties")

    def list_in_file(self, urls):
        with open(self.settings_file(), "w") as settings:
            settings.write("eureka.client.service-url.defaultZone=%s\n" % urls)

    def name(self):
        return "node-%d.%s" % (self.n, DOMAIN)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def peers(self):
        report = self.report()
        return report["peers"] if report else []

    def ids(self, app):
        status, body = self.ask("GET", "/eureka/apps/" + app)
        return {i["instanceId"] for i in json.loads(body)["application"]["instance"]} if status == 200 else set()


def awaited(condition, seconds=WAIT):
    end = time.time() + seconds
    while time.time() < end:
        if condition():
            return True
        time.sleep(0.3)
    return False


def publish(dns, network, present):
    """These nodes, in each of the ways."""
    names = ["node-%d.%s" % (n, DOMAIN) for n in present]
    dns.set("A", DOMAIN, [network.address(n) for n in present])
    # names long enough that three do not fit into a datagram of 512 bytes
    dns.set("SRV", "_buoy._tcp." + DOMAIN, ["%s.%s:%d" % (long_label(), name, PORT) for name in names])
    dns.set("TXT", "txt.zone-a." + DOMAIN, names[:1])
    dns.set("TXT", "txt.zone-b." + DOMAIN, names[1:])


def long_label():
    return ".".join(["x" * 60] * 2)


def knows(node, count):
    """It lists so many peers, itself among them as itself, and all others answer."""
    peers = node.peers()
    return (len({p["nodeId"] for p in peers if p["nodeId"]}) == count and len(peers) == count
            and [p["kind"] for p in peers].count("SELF") == 1
            and all(p["reachable"] for p in peers if p["kind"] != "SELF"))


class Reader(threading.Thread):
    """A client that fetches again and again, from the next node when one does not serve it."""

    def __init__(self, nodes, expected):
        super().__init__(daemon=True)
        self.nodes, self.expected, self.ended = nodes, expected, threading.Event()
        self.answers, self.refused, self.missing = 0, 0, []

    def run(self):
        while not self.ended.is_set():
            for node in self.nodes:
                listed = node.listed()
                if listed is None:
                    self.refused += 1
                    continue
                self.answers += 1
                gone = self.expected - listed
                if gone:
                    self.missing.append("%s: %d missing at node %d" % (time.strftime("%H:%M:%S"), len(gone), node.n))
            self.ended.wait(0.1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jar", default="target/quarkus-app/quarkus-run.jar")
    parser.add_argument("--java", default=os.path.join(os.environ["JAVA_HOME"], "bin/java") if "JAVA_HOME" in os.environ else "java")
    parser.add_argument("--instances", type=int, default=200)
    parser.add_argument("--logs", default=".")
    options = parser.parse_args()
    results = []

    def check(text, held, more=""):
        results.append(bool(held))
        print("%s %s %s" % ("ok  " if held else "FAIL", text, "" if held else more), flush=True)

    home = tempfile.mkdtemp(prefix="buoy-cluster-")
    with Network(3) as network:
        resolvers = []
        for n in range(3):
            folder = os.path.join("/etc/netns", network.space(n))
            os.makedirs(folder)
            resolvers.append(folder)
            with open(os.path.join(folder, "resolv.conf"), "w") as conf:
                conf.write("nameserver %s.254\n" % network.net)
        dns = Dns(network.net + ".254")
        for n in range(3):
            dns.set("A", "node-%d.%s" % (n, DOMAIN), [network.address(n)])
            dns.set("A", "%s.node-%d.%s" % (long_label(), n, DOMAIN), [network.address(n)])
        dns.set("TXT", "txt.eu-test." + DOMAIN, ["zone-a." + DOMAIN, "zone-b." + DOMAIN])
        ways = [["buoy.peers.dns=" + DOMAIN],
                ["buoy.peers.dns=_buoy._tcp." + DOMAIN],
                ["eureka.client.use-dns-for-fetching-service-urls=true", "eureka.client.region=eu-test",
                 "eureka.client.eureka-server-d-n-s-name=" + DOMAIN, "eureka.client.eureka-server-port=%d" % PORT,
                 "eureka.client.eureka-server-u-r-l-context=eureka"]]
        nodes = [Named(network, n, options, os.path.join(home, str(n)), ways[n]) for n in range(3)]
        fleets, reader = [], None
        try:
            publish(dns, network, [0])
            nodes[0].start()
            check("(a) a node that is alone in DNS serves", awaited(lambda: nodes[0].listed() is not None))
            check("(a) it knows itself", awaited(lambda: knows(nodes[0], 1)), nodes[0].peers())

            instances = [Instance(i, i % 3) for i in range(options.instances)]
            fleets = [Fleet(instances[k::10], nodes) for k in range(10)]
            for fleet in fleets:
                fleet.start()
            expected = {i.id for i in instances}
            awaited(lambda: expected <= (nodes[0].listed() or set()))

            publish(dns, network, [0, 1, 2])
            nodes[1].start()
            nodes[2].start()
            for node, way in zip(nodes, ("addresses", "SRV", "TXT")):
                check("(a) three find each other by %s" % way, awaited(lambda: knows(node, 3)), node.peers())
                check("(a) and list what the first did", awaited(lambda: expected <= (node.listed() or set())))
            check("(c) each lists all three as servers", awaited(lambda: all(len(n.ids("BUOY")) == 3 for n in nodes)),
                  [n.ids("BUOY") for n in nodes])

            for spelling in ("localhost", network.address(0), nodes[0].name()):
                nodes[0].list_in_file("http://%s:%d/eureka" % (spelling, PORT))
                url = "http://%s:%d/eureka/" % (spelling, PORT)
                check("(b) (d) %s is the node itself" % spelling.replace(network.address(0), "its address"), awaited(
                    lambda: [p["kind"] for p in nodes[0].peers() if p["url"] == url] == ["SELF"]), nodes[0].peers())

            reader = Reader(nodes, expected)
            awaited(lambda: all(expected <= (node.listed() or set()) for node in nodes))
            reader.start()
            for node in nodes:
                node.stop()
                node.start()
                check("(e) node %d is back with everything" % node.n, awaited(lambda: expected <= (node.listed() or set())))
                awaited(lambda: all(n.report() and n.report()["complete"] for n in nodes))
            time.sleep(3)
            reader.ended.set()
            reader.join()
            check("(e) nothing was missing in %d answers of the rolling restart" % reader.answers, not reader.missing,
                  reader.missing[:5])
            check("(e) nodes were away meanwhile", reader.refused > 0)

            publish(dns, network, [0, 1])
            nodes[2].stop()
            for node in nodes[:2]:
                check("(a) two are left for node %d" % node.n, awaited(
                    lambda: sorted({p["nodeId"] for p in node.peers() if p["nodeId"]}) == sorted(
                        n.report()["nodeId"] for n in nodes[:2])), node.peers())
                check("(c) the third is no longer listed", awaited(lambda: len(node.ids("BUOY")) == 2), node.ids("BUOY"))
            check("(a) its instances are", awaited(lambda: all(expected <= (n.listed() or set()) for n in nodes[:2])))
            print("%d passed, %d failed" % (results.count(True), results.count(False)))
        finally:
            for thread in fleets + ([reader] if reader else []):
                thread.ended.set()
            for node in nodes:
                if node.process is not None and node.process.poll() is None:
                    node.process.kill()
                    node.process.wait()
            dns.close()
            for folder in resolvers:
                os.remove(os.path.join(folder, "resolv.conf"))
                os.rmdir(folder)
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
