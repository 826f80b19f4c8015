#!/usr/bin/env python3
"""The pods of the chart as processes in network namespaces, restarted one by one under a fleet of clients.

What a cluster does, done by hand from the rendered manifests: each pod gets a name, an address of its own, the container's variables and
settings; a name server answers for the headless service; probes decide who is an endpoint of the service; a pod that is deleted
leaves the endpoints, sleeps for its preStop hook, gets its signal and has its grace period.

What must hold:
  (a) the pods find one another by the records of the headless service, and each holds what the others do;
  (b) the probes answer as configured: no pod that has started fails its liveness probe;
  (c) whoever asks the service sees every instance of the fleet, at any time;
  (d) no client's request fails, though pods go;
  (e) each pod ends by itself within its grace period.

Needs root, iproute2 and PyYAML. Ends with 'N passed, N failed'.
"""
import argparse
import http.client
import itertools
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

import yaml

INTERVAL = 5  # seconds between two renewals of an instance
LEASE = 20
LAG = 2  # seconds until every machine's proxy knows of a change of endpoints


def run(*command, check=True):
    return subprocess.run(command, check=check, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode


def say(text):
    print("%s %s" % (time.strftime("%H:%M:%S"), text), flush=True)


class Manifests:
    """What the chart renders, as far as a pod depends on it."""

    def __init__(self, file):
        with open(file) as text:
            objects = [one for one in yaml.safe_load_all(text) if one]
        self.stateful_set = next(one for one in objects if one["kind"] == "StatefulSet")
        spec = self.stateful_set["spec"]
        self.name, self.namespace = (self.stateful_set["metadata"][key] for key in ("name", "namespace"))
        self.replicas, self.min_ready = spec["replicas"], spec["minReadySeconds"]
        self.pod = spec["template"]["spec"]
        self.container = self.pod["containers"][0]
        self.grace = self.pod["terminationGracePeriodSeconds"]
        self.pre_stop = self.container["lifecycle"]["preStop"]["sleep"]["seconds"]
        self.settings = next(one["data"] for one in objects if one["kind"] == "ConfigMap" and "application.properties" in one["data"])
        headless = next(one for one in objects if one["kind"] == "Service" and one["metadata"]["name"] == spec["serviceName"])
        assert headless["spec"]["clusterIP"] == "None" and headless["spec"]["publishNotReadyAddresses"]
        self.domain = "%s.%s.svc.cluster.local" % (spec["serviceName"], self.namespace)
        self.ports = {port["name"]: port["containerPort"] for port in self.container["ports"]}
        self.records = {"_%s._tcp.%s" % (port["name"], self.domain): self.ports[port["targetPort"]]
                        for port in headless["spec"]["ports"]}

    def memory(self):
        return int(re.fullmatch(r"(\d+)Mi", self.container["resources"]["limits"]["memory"]).group(1))

    def variables(self, pod_name):
        """Those of the container, and those that a cluster adds of itself."""
        variables = {"HOSTNAME": pod_name, "KUBERNETES_SERVICE_HOST": "10.96.0.1", "KUBERNETES_SERVICE_PORT": "443",
                     "KUBERNETES_PORT": "tcp://10.96.0.1:443", "PATH": os.environ["PATH"]}
        for variable in self.container["env"]:
            source = variable.get("valueFrom")
            if source and source["fieldRef"]["fieldPath"] == "metadata.name":
                variables[variable["name"]] = pod_name
            else:
                variables[variable["name"]] = variable["value"]
        return variables


class Network:
    """A bridge that stands for the cluster's network; pods get namespaces on it."""

    def __init__(self):
        self.tag = "p%d" % (os.getpid() % 100000)
        self.net = "10.%d.%d" % (200 + os.getpid() % 50, os.getpid() // 50 % 250)
        self.gateway = self.net + ".254"
        self.numbers = itertools.count(1)

    def __enter__(self):
        run("ip", "link", "add", self.tag + "br", "type", "bridge")
        run("ip", "addr", "add", self.gateway + "/24", "dev", self.tag + "br")
        run("ip", "link", "set", self.tag + "br", "up")
        return self

    def __exit__(self, *_):
        run("ip", "link", "del", self.tag + "br", check=False)

    def join(self, search):
        """A new namespace and its address; names are looked up at the gateway."""
        number = next(self.numbers)
        space, outside, address = "%sn%d" % (self.tag, number), "%sv%d" % (self.tag, number), "%s.%d" % (self.net, number)
        run("ip", "netns", "add", space)
        run("ip", "link", "add", outside, "type", "veth", "peer", "name", "eth0", "netns", space)
        run("ip", "link", "set", outside, "master", self.tag + "br", "up")
        run("ip", "-n", space, "addr", "add", address + "/24", "dev", "eth0")
        run("ip", "-n", space, "link", "set", "eth0", "up")
        run("ip", "-n", space, "link", "set", "lo", "up")
        os.makedirs("/etc/netns/" + space)
        with open("/etc/netns/%s/resolv.conf" % space, "w") as file:
            file.write("nameserver %s\nsearch %s\noptions ndots:5\n" % (self.gateway, search))
        return space, address

    def leave(self, space):
        run("ip", "netns", "del", space, check=False)
        shutil.rmtree("/etc/netns/" + space, ignore_errors=True)


class NameServer(threading.Thread):
    """Answers as the cluster's does: addresses of pods, and SRV records of the headless service's ports."""

    A, SRV = 1, 33

    def __init__(self, address, records, domain):
        super().__init__(daemon=True)
        self.records, self.domain, self.pods, self.asked = records, domain, {}, set()
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((address, 53))

    def run(self):
        while True:
            try:
                query, sender = self.socket.recvfrom(4096)
            except OSError:
                return
            self.socket.sendto(self.answer(query), sender)

    def answer(self, query):
        labels, at = [], 12
        while query[at]:
            labels.append(query[at + 1:at + 1 + query[at]].decode())
            at += 1 + query[at]
        name, kind = ".".join(labels).lower(), struct.unpack("!H", query[at + 1:at + 3])[0]
        question = query[12:at + 5]
        self.asked.add(name)
        pods = dict(self.pods)  # others change it
        known, answers = self.find(name, kind, pods)
        flags = 0x8580 if known else 0x8583
        return query[:2] + struct.pack("!HHHHH", flags, 1, len(answers), 0, 0) + question + b"".join(answers)

    def find(self, name, kind, pods):
        if name in self.records:
            return bool(pods), [self.record(kind, struct.pack("!HHH", 0, 100, self.records[name]) + self.encode(pod + "." + self.domain))
                                for pod in pods] if kind == self.SRV else []
        if name == self.domain:
            return bool(pods), [self.record(kind, socket.inet_aton(a)) for a in pods.values()] if kind == self.A else []
        pod = name[:-len(self.domain) - 1] if name.endswith("." + self.domain) else None
        if pod in pods:
            return True, [self.record(kind, socket.inet_aton(pods[pod]))] if kind == self.A else []
        return False, []

    @staticmethod
    def record(kind, data):
        return b"\xc0\x0c" + struct.pack("!HHIH", kind, 1, 5, len(data)) + data

    @staticmethod
    def encode(name):
        return b"".join(bytes([len(label)]) + label.encode() for label in name.split(".")) + b"\0"


class Pod:
    """A container as a process, and what the machine's agent does with it: probes, preStop, grace."""

    def __init__(self, manifests, network, names, number, options):
        self.manifests, self.network, self.names = manifests, network, names
        self.name = "%s-%d" % (manifests.name, number)
        self.space, self.address = network.join("%s.svc.cluster.local svc.cluster.local cluster.local" % manifests.namespace)
        self.ready = self.started = self.deleted = False
        self.liveness_failures = 0
        folder = tempfile.mkdtemp(dir=options.work)
        os.mkdir(os.path.join(folder, "config"))
        for file, text in manifests.settings.items():
            with open(os.path.join(folder, "config", file), "w") as settings:
                settings.write(text)
        names.pods[self.name] = self.address
        self.log = open(os.path.join(options.logs, "%s-%s.log" % (self.name, self.space)), "ab")
        heap = "-Xmx%dm" % (manifests.memory() * 3 // 4)  # the image's options, of the container's memory instead of the machine's
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", self.space, options.java, heap, "-XX:+ExitOnOutOfMemoryError", "-jar", os.path.abspath(options.jar)],
            cwd=folder, env=manifests.variables(self.name), stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)
        threading.Thread(target=self.probe, daemon=True).start()

    def probe(self):
        container = self.manifests.container
        startup = container["startupProbe"]
        for _ in range(startup["failureThreshold"]):
            if self.passes(startup):
                self.started = True
                break
            time.sleep(startup["periodSeconds"])
        threading.Thread(target=self.watch_life, daemon=True).start()
        readiness, failed = container["readinessProbe"], 0
        while self.alive():
            failed = 0 if self.passes(readiness) else failed + 1
            self.ready = failed == 0 or self.ready and failed < readiness["failureThreshold"]
            time.sleep(readiness["periodSeconds"])

    def watch_life(self):
        liveness = self.manifests.container["livenessProbe"]
        while self.alive() and not self.deleted:
            if not self.passes(liveness) and not self.deleted:
                self.liveness_failures += 1
                say("%s fails its liveness probe" % self.name)
            time.sleep(liveness["periodSeconds"])

    def passes(self, probe):
        get = probe["httpGet"]
        return self.ask("GET", get["path"], self.manifests.ports[get["port"]], probe.get("timeoutSeconds", 1))[0] == 200

    def ask(self, method, path, port, timeout):
        connection = http.client.HTTPConnection(self.address, port, timeout=timeout)
        try:
            connection.request(method, path, headers={"Accept": "application/json"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, b""
        finally:
            connection.close()

    def peers(self):
        status, body = self.ask("GET", "/buoy/v1/peers", self.manifests.ports["http"], 5)
        return json.loads(body) if status == 200 else None

    def alive(self):
        return self.process.poll() is None

    def delete(self):
        """As when a pod is deleted: it is no endpoint any more, and its grace begins. Returns how long it took to end, or None."""
        began = time.time()
        self.deleted = True
        time.sleep(self.manifests.pre_stop)
        self.process.terminate()
        try:
            self.process.wait(self.manifests.grace - self.manifests.pre_stop)
            took = time.time() - began
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            took = None
        self.gone()
        return took

    def gone(self):
        if self.alive():
            self.process.kill()
            self.process.wait()
        if self.names.pods.get(self.name) == self.address:
            del self.names.pods[self.name]
        self.network.leave(self.space)


class Service:
    """The clients' service: connections go to one of the endpoints, as known a moment ago."""

    def __init__(self, pods, port):
        self.pods, self.port, self.known, self.turn = pods, port, [], itertools.count()
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self):
        seen = []
        while True:
            seen.append((time.time(), [pod.address for pod in list(self.pods) if pod.ready and not pod.deleted]))
            while len(seen) > 1 and seen[1][0] <= time.time() - LAG:
                seen.pop(0)
            self.known = seen[0][1]
            time.sleep(0.2)

    def connect(self):
        known = self.known
        return http.client.HTTPConnection(known[next(self.turn) % len(known)], self.port, timeout=20)


class Client:
    """Keeps its connection for as long as it may, as clients do. Counts requests that got no proper answer."""

    def __init__(self, service, failures):
        self.service, self.failures, self.connection = service, failures, None

    def ask(self, method, path, body=None, good=(200, 204)):
        headers = {"Accept": "application/json", "Content-Type": "application/json"}
        try:
            if self.connection is None:
                self.connection = self.service.connect()
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            text = answer.read()
            if answer.status not in good:
                self.fail("%s %s: %d" % (method, path, answer.status))
            if answer.getheader("Connection", "").lower() == "close":
                self.close()
            return answer.status, text
        except (OSError, http.client.HTTPException) as e:
            self.fail("%s %s at %s: %r" % (method, path, self.connection.host if self.connection else "nobody", e))
            self.close()
            return 0, b""

    def fail(self, text):
        self.failures.append(text)
        if len(self.failures) <= 20:
            say(text)

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None


class Fleet(threading.Thread):
    """Some instances, which register through the service and renew evenly over the interval."""

    def __init__(self, service, numbers, failures):
        super().__init__(daemon=True)
        self.client, self.ids, self.ended = Client(service, failures), ["i-%d" % n for n in numbers], threading.Event()
        self.registered = threading.Event()

    def run(self):
        for each in self.ids:
            self.client.ask("POST", "/eureka/apps/FLEET", json.dumps({"instance": {
                "instanceId": each, "app": "FLEET", "hostName": "h-" + each, "ipAddr": "10.0.0.1", "status": "UP",
                "port": {"$": 80, "@enabled": "true"}, "metadata": {},
                "dataCenterInfo": {"@class": "com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo", "name": "MyOwn"},
                "leaseInfo": {"renewalIntervalInSecs": INTERVAL, "durationInSecs": LEASE}}}))
        self.registered.set()
        while not self.ended.is_set():
            began = time.time()
            for k, each in enumerate(self.ids):
                self.client.ask("PUT", "/eureka/apps/FLEET/%s?status=UP" % each)
                self.ended.wait(max(0.0, began + INTERVAL * (k + 1) / len(self.ids) - time.time()))


class Watcher(threading.Thread):
    """Counts what is listed, again and again, through connections that it keeps and through fresh ones."""

    def __init__(self, service, expected, failures, keeps):
        super().__init__(daemon=True)
        self.client, self.expected, self.keeps = Client(service, failures), expected, keeps
        self.ended, self.looks, self.least = threading.Event(), 0, expected

    def run(self):
        while not self.ended.is_set():
            status, body = self.client.ask("GET", "/eureka/apps/")
            if status == 200:
                count = sum(len(app["instance"]) for app in json.loads(body)["applications"]["application"] if app["name"] == "FLEET")
                if count < self.least:
                    say("%d of %d instances are listed" % (count, self.expected))
                self.looks, self.least = self.looks + 1, min(self.least, count)
            if not self.keeps:
                self.client.close()
            self.ended.wait(0.25)


def await_that(what, holds, seconds=300):
    end = time.time() + seconds
    while not holds():
        if time.time() > end:
            raise SystemExit("FAIL not within %d s: %s\n0 passed, 1 failed" % (seconds, what))
        time.sleep(0.2)


def agree(pods, size):
    """Whether each pod reaches all others, and all hold the same."""
    reports = [pod.peers() for pod in pods]
    if None in reports:
        return False
    others = [[peer for peer in report["peers"] if peer["kind"] != "SELF"] for report in reports]
    return all(len(each) == size - 1 and all(peer["reachable"] for peer in each) for each in others) \
        and len({report["digest"] for report in reports}) == 1


def restart(manifests, pods, network, names, options):
    """One by one, the last first; seconds that each took to end."""
    took = []
    for number in reversed(range(manifests.replicas)):
        old = pods[number]
        say("%s is deleted" % old.name)
        took.append(old.delete())
        say("%s ended after %s s" % (old.name, "%.1f" % took[-1] if took[-1] is not None else "more than its grace period of %d" % manifests.grace))
        pods[number] = Pod(manifests, network, names, number, options)
        await_that("%s is ready" % pods[number].name, lambda: pods[number].ready)
        say("%s is ready again at %s" % (pods[number].name, pods[number].address))
        time.sleep(manifests.min_ready)
    return took


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--manifests", default="docs/kubernetes/buoy.yaml")
    parser.add_argument("--jar", default="target/quarkus-app/quarkus-run.jar")
    parser.add_argument("--java", default=os.path.join(os.environ["JAVA_HOME"], "bin/java") if "JAVA_HOME" in os.environ else shutil.which("java"))
    parser.add_argument("--instances", type=int, default=300)
    parser.add_argument("--min-ready", type=int, help="instead of the chart's minReadySeconds")
    parser.add_argument("--logs", default=".")
    options = parser.parse_args()
    options.work = tempfile.mkdtemp(prefix="buoy-pods-")
    manifests = Manifests(options.manifests)
    if options.min_ready is not None:
        manifests.min_ready = options.min_ready
    pods, failures, fleets = [], [], []
    with Network() as network:
        names = NameServer(network.gateway, manifests.records, manifests.domain)
        names.start()
        try:
            for number in range(manifests.replicas):
                pods.append(Pod(manifests, network, names, number, options))
            first = list(pods)
            await_that("the pods are ready", lambda: all(pod.ready for pod in pods))
            await_that("the pods know one another", lambda: agree(pods, manifests.replicas), 60)
            say("%d pods are a cluster, by %s" % (len(pods), ", ".join(sorted(n for n in names.asked if n.startswith("_")))))
            service = Service(pods, manifests.ports["http"])
            await_that("the service has endpoints", lambda: len(service.known) == manifests.replicas)
            fleets = [Fleet(service, range(k, options.instances, 10), failures) for k in range(10)]
            for fleet in fleets:
                fleet.start()
            await_that("the fleet is registered", lambda: all(fleet.registered.is_set() for fleet in fleets))
            await_that("all hold the fleet", lambda: agree(pods, manifests.replicas), 60)
            watchers = [Watcher(service, options.instances, failures, keeps) for keeps in (True, False)]
            for watcher in watchers:
                watcher.start()
            took = restart(manifests, pods, network, names, options)
            await_that("the new pods know one another", lambda: agree(pods, manifests.replicas), 60)
            for one in watchers + fleets:
                one.ended.set()
            lost = sum(pod.liveness_failures for pod in first + pods)
            least, looks = min(watcher.least for watcher in watchers), sum(watcher.looks for watcher in watchers)
            results = [
                ("(a) the pods formed a cluster by DNS, and again after each had another address", True),
                ("(b) all pods started, none failed its liveness probe", lost == 0 and all(pod.started for pod in pods)),
                ("(c) never fewer than %d of %d instances were listed, in %d looks" % (least, options.instances, looks),
                 least == options.instances and looks > 100),
                ("(d) %d requests failed" % len(failures), not failures),
                ("(e) pods ended after %s s, of %d" % (
                    ", ".join("%.1f" % t if t is not None else "?" for t in took), manifests.grace), None not in took)]
            for text, held in results:
                print("%s %s" % ("ok  " if held else "FAIL", text))
            failed = sum(not held for _, held in results)
            print("%d passed, %d failed" % (len(results) - failed, failed))
        finally:
            for one in fleets:
                one.ended.set()
            for pod in pods:
                pod.gone()
            names.socket.close()
            shutil.rmtree(options.work, ignore_errors=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
