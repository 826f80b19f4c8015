#!/usr/bin/env python3
"""A cluster of three Spring Cloud Eureka servers becomes one of three Buoys, node by node, under real clients that renew.

Each server is in a network namespace; Buoy takes the place of a server at the same address, with the same list of peers, as
docs/operations.md says. Needs root, iproute2, a Spring server (--spring, a jar) and the clients (--clients, the folder that
`mvn -f src/it/migration/pom.xml compile -Dbuild.dir=FOLDER` has filled). What must hold:
  (a) in no answer of any server, and in no client's own copy, is a client missing that has been there before;
  (b) after each step every server lists all clients;
  (c) in the end all three Buoys have equal digests.

Ends with 'N passed, N failed'.
"""
import argparse
import os
import signal
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "nemesis"))
sys.dont_write_bytecode = True

from nemesis import MANAGEMENT, PORT, Network, Node, equal_digests, say  # noqa: E402

SETTLE = 15  # seconds between two steps: three renewals and fetches of each client
WAIT = 600


class Server(Node):
    """A place in the cluster, and which kind of server is in it."""

    def urls(self):
        return ",".join("http://%s:%d/eureka/" % (self.network.address(m), PORT) for m in range(self.network.size))

    def start(self, kind):
        common = ["--server.port=%d" % PORT, "--eureka.client.service-url.defaultZone=" + self.urls(),
                  "--eureka.client.register-with-eureka=true", "--eureka.client.fetch-registry=true",
                  "--eureka.instance.hostname=" + self.network.address(self.n),
                  "--eureka.server.eviction-interval-timer-in-ms=5000"]
        if kind == "spring":
            jar, own = self.options.spring, ["--eureka.server.registry-sync-retries=0", "--spring.application.name=registry"]
        else:
            jar, own = self.options.jar, ["--quarkus.management.port=%d" % MANAGEMENT, "--eureka.instance.appname=registry",
                                          "--quarkus.shutdown.delay=2s"]
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", self.network.space(self.n), self.options.java, "-Xmx384m", "-XX:+UseSerialGC",
             "-jar", jar] + common + own, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(120)

    def fleet(self):
        listed = self.listed()
        return None if listed is None else {i for i in listed if i.startswith("fleet-")}


class Clients:
    def __init__(self, folder, java, count, urls, space):
        self.complete, self.missing = 0, []
        classpath = os.path.join(folder, "classes") + ":" + os.path.join(folder, "lib", "*")
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", space, java, "-Xmx2g", "-Xss256k", "-XX:+UseSerialGC",
             "--add-opens", "java.base/java.util=ALL-UNNAMED", "--add-opens", "java.base/java.lang=ALL-UNNAMED",
             "-Dorg.slf4j.simpleLogger.defaultLogLevel=off", "-cp", classpath, "migration.Clients", str(count), urls],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            if line.startswith("complete "):
                self.complete = int(line.split()[1])
            elif line.startswith("missing "):
                self.missing.append("%s %s" % (time.strftime("%H:%M:%S"), line.strip()))
            else:
                say("clients: " + line.strip())


class Reader(threading.Thread):
    """Looks at every server again and again."""

    def __init__(self, servers, count):
        super().__init__(daemon=True)
        self.servers, self.count, self.ended = servers, count, threading.Event()
        self.seen = {server.n: set() for server in servers}
        self.answers, self.missing = 0, []

    def restarted(self, server):
        self.seen[server.n] = {"fleet-%d" % i for i in range(self.count)}  # a new server must know them all from the first answer

    def run(self):
        while not self.ended.is_set():
            for server in self.servers:
                before = set(self.seen[server.n])
                listed = server.fleet()
                if listed is None:
                    continue
                self.answers += 1
                if before - listed:
                    self.missing.append("%s: %d missing at server %d, such as %s" % (
                        time.strftime("%H:%M:%S"), len(before - listed), server.n, min(before - listed)))
                self.seen[server.n] |= listed
            self.ended.wait(0.3)


def awaited(condition, seconds=WAIT):
    end = time.time() + seconds
    while time.time() < end:
        if condition():
            return True
        time.sleep(0.5)
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jar", default="target/quarkus-app/quarkus-run.jar")
    parser.add_argument("--spring", required=True)
    parser.add_argument("--clients", required=True)
    parser.add_argument("--java", default=os.path.join(os.environ["JAVA_HOME"], "bin/java") if "JAVA_HOME" in os.environ else "java")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--logs", default=".")
    options = parser.parse_args()
    results = []

    def check(text, held, more=""):
        results.append(bool(held))
        print("%s %s %s" % ("ok  " if held else "FAIL", text, "" if held else more), flush=True)

    with Network(4) as network:  # the clients are in the fourth
        servers = [Server(SimpleNamespace(
            space=network.space, address=network.address, size=3), n, options) for n in range(3)]
        clients, reader = None, None
        everybody = {"fleet-%d" % i for i in range(options.count)}
        try:
            for server in servers:
                server.start("spring")
            awaited(lambda: all(server.listed() is not None for server in servers))
            say("three Spring servers serve")
            clients = Clients(options.clients, options.java, options.count, servers[0].urls(), network.space(3))
            reader = Reader(servers, options.count)
            reader.start()
            check("all clients are listed by the Spring cluster, and see each other", awaited(
                lambda: all(server.fleet() == everybody for server in servers) and clients.complete == options.count),
                [clients.complete])
            time.sleep(SETTLE)
            for server in servers:
                server.stop()
                say("server %d has stopped, Buoy takes its place" % server.n)
                reader.restarted(server)
                server.start("buoy")
                check("(b) all servers list everybody with Buoy as number %d" % (server.n + 1), awaited(
                    lambda: all(each.fleet() == everybody for each in servers)))
                check("    and it reaches both others", awaited(lambda: (server.report() or {}).get("peers") and all(
                    peer["reachable"] for peer in server.report()["peers"] if peer["kind"] != "SELF")))
                time.sleep(SETTLE)
            time.sleep(SETTLE)
            check("clients go on seeing each other", clients.complete == options.count, clients.complete)
            reader.ended.set()
            reader.join()
            check("(a) nobody was missing in %d answers" % reader.answers, not reader.missing, reader.missing[:5])
            check("(a) nobody was missing in any client's copy", not clients.missing, clients.missing[:5])
            check("(c) the digests of all three are equal", equal_digests(servers, 60) is not None)
            print("%d passed, %d failed" % (results.count(True), results.count(False)))
        finally:
            if reader is not None:
                reader.ended.set()
            for process in [server.process for server in servers] + ([clients.process] if clients else []):
                if process is not None and process.poll() is None:
                    process.kill()
                    process.wait()
    sys.exit(0 if results and all(results) else 1)


if __name__ == "__main__":
    main()
