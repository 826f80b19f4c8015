#!/usr/bin/env python3
"""check.py BASE_URL     holds the registry at BASE_URL (http://127.0.0.1:8761/eureka) to what Prometheus expects of it

Starts the installed prometheus in a temporary directory, on loopback, with eureka_sd_configs that read the registry, and
registers instances: all of them must become targets with their labels and be scraped, whatever one of them carries in
its metadata. Every target's address is replaced by that of a small exporter in this script, so nothing is sent elsewhere.
Prints a line a check, and ends with 'N passed, N failed'; the exit status is 1 if a check failed.
"""
import functools
import html
import http.server
import json
import os
import re
import shutil
import sys
import tempfile
import threading
import urllib.parse
import uuid

import local
from local import Checks, Prometheus, expect, request

eventually = functools.partial(local.eventually, patience=float(os.environ.get("PATIENCE", "45")))
LABEL = "__meta_eureka_app_instance_"
MARK = uuid.uuid4().hex[:8].upper()
CONFIGURATION = """
global:
  scrape_interval: 1s
scrape_configs:
  - job_name: eureka
    eureka_sd_configs:
      - server: {base}
        refresh_interval: 1s
    relabel_configs:
      - source_labels: [__meta_eureka_app_instance_metadata_prometheus_path]
        regex: (.+)
        target_label: __metrics_path__
      - source_labels: [__meta_eureka_app_name, __meta_eureka_app_instance_id]
        separator: /
        target_label: instance
      - source_labels: [__address__]
        target_label: discovered_address
      - target_label: __address__
        replacement: 127.0.0.1:{exporter}
"""

# Metadata of one instance each: what is registered, and the labels that must come of it as {name: pattern of the value};
# a key that no label can come of has none. REFUSABLE ones may also be answered 400: what matters is that they harm nobody.
ODD = {
    "underscore, dollar, space, leading digit": (
        {"under_score": "1", "dol$lar": "2", "with space": "3", "1st": "4", "a-b.c": "5", "sl/ash": "6"},
        {"under__score": "1", "dol__lar": "2", "with__0020space": "3", "__0031st": "4", "a_b_c": "5", "sl__002fash": "6"},
    ),
    "markup": (
        {"<script>": "<script>alert('1')</script>", "amp&": "a & b \"c\" ]]>", "comment": "<!-- -->"},
        {
            "__003cscript__003e": re.escape("<script>alert('1')</script>"),
            "amp__0026": re.escape('a & b "c" ]]>'),
            "comment": re.escape("<!-- -->"),
        },
    ),
    "letters beyond ASCII": (
        {"größe": "naïve ☃ 中文 \U0001f600", "plain": "x"},
        {"gr__e": "naïve ☃ 中文 \U0001f600", "plain": "x"},
    ),
    "empty and long values": ({"empty": "", "long": "x" * 20_000}, {"long": "x{20000}"}),
    "line ends and tabs": ({"lines": "a\nb\tc", "return": "a\rb"}, {"lines": r"a\s?b\s?c", "return": r"a\s?b"}),
}
REFUSABLE = {
    "an empty key": ({"": "nobody", "plain": "x"}, {"plain": "x"}),
    "control characters in a value": ({"control": "a\x01b\x0bc\x1fd\x00e", "plain": "x"}, {"control": "a.*b.*c.*d.*e", "plain": "x"}),
    "control characters in a key": ({"con\x01trol\x00": "y", "plain": "x"}, {"plain": "x"}),
    "non-characters and half a surrogate pair": (
        {"ffff": "a\uffffb", "fffe": "a\ufffeb", "half": "a\ud83db", "plain": "x"},
        {"ffff": "a.*b", "fffe": "a.*b", "half": "a.*b", "plain": "x"},
    ),
    "non-characters in a key": ({"a\uffffb\ud83dc": "y", "plain": "x"}, {"plain": "x"}),
    "keys with colons": ({"a:b": "y", "urn:x:y": "z", ":": "c", "a:": "d", ":b": "e", "a:1": "f", "plain": "x"}, {"plain": "x"}),
    "keys that mean something in XML": (
        {"xmlns": "y", "xmlns:a": "z", "xml": "w", "@class": "v", "-": "u", ".": "t", "plain": "x"},
        {"plain": "x"},
    ),
}


class Exporter(http.server.BaseHTTPRequestHandler):
    """Answers every scrape, and remembers the paths that were asked for."""

    paths = set()

    def do_GET(self):
        self.paths.add(self.path)
        body = b"# TYPE probe gauge\nprobe 1\n"
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; version=0.0.4")
        self.send_header("Content-Length", str(len(body)))
        try:
            self.end_headers()
            self.wfile.write(body)
        except ConnectionError:
            pass  # prometheus did not wait: it will come again

    def log_message(self, *_):
        pass


class Registry:
    """The server under test, and what this script registered there."""

    def __init__(self, base):
        self.base = base
        self.paths = []

    def register(self, app, metadata, **more):
        instance = {
            "instanceId": f"{app.lower()}:1", "app": app, "hostName": f"{app.lower()}.example.org", "ipAddr": "192.0.2.9",
            "vipAddress": app.lower(), "status": "UP", "port": {"$": 8080, "@enabled": "true"},
            "securePort": {"$": 8443, "@enabled": "false"}, "homePageUrl": "http://192.0.2.9/?a=1&b=<2>", "metadata": metadata,
            "leaseInfo": {"renewalIntervalInSecs": 30, "durationInSecs": 3600},
            "dataCenterInfo": {"@class": "com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo", "name": "MyOwn"}, **more,
        }
        status, text = request("POST", f"{self.base}/apps/{app}", {"instance": instance})
        if status == 204:
            self.paths.append(f"apps/{app}/{urllib.parse.quote(instance['instanceId'], safe='')}")
        elif status != 400:
            raise AssertionError(f"registration of {app} was answered {status} {text[:200]}")
        return status == 204

    def override(self, app, status):
        answer, _ = request("PUT", f"{self.base}/apps/{app}/{app.lower()}:1/status?value={status}")
        expect(answer == 200, f"override answered {answer}")

    def cancel(self, app):
        for path in [path for path in self.paths if path.startswith(f"apps/{app}/")]:
            request("DELETE", f"{self.base}/{path}")
            self.paths.remove(path)

    def instances(self):
        applications = json.loads(request("GET", f"{self.base}/apps")[1])["applications"]["application"]
        return {(one["app"], one["instanceId"]) for application in applications for one in application["instance"]}

    def clear(self):
        for path in self.paths:
            request("DELETE", f"{self.base}/{path}")


class Discovery(Prometheus):
    """A prometheus that reads its targets from the registry."""

    def __init__(self, home, base, exporter):
        super().__init__(home, CONFIGURATION.format(base=base, exporter=exporter))

    def targets(self):
        """The active targets by application and instance id."""
        active = self.get("targets", state="active")["activeTargets"]
        return {
            (target["discoveredLabels"]["__meta_eureka_app_name"], target["discoveredLabels"].get(LABEL + "id", "")): target
            for target in active
        }

    def labels(self, app):
        target = self.targets().get((app, f"{app.lower()}:1"))
        expect(target is not None, f"{app} is no target; {self.complaint()}")
        return target["discoveredLabels"]


class DiscoveryChecks(Checks):
    def __init__(self, registry, prometheus):
        super().__init__()
        self.registry = registry
        self.prometheus = prometheus
        self.named = 0

    def name(self):
        self.named += 1
        return f"PROM-{MARK}-{self.named}"

    def carries(self, app, expected):
        """The target has these labels, with values that match; what XML escapes counts as what it stands for."""
        labels = eventually(lambda: self.prometheus.labels(app))
        for name, pattern in expected.items():
            value = labels.get(LABEL + name)
            expect(value is not None, f"no label {name} among {sorted(labels)}")
            expect(re.fullmatch(pattern, html.unescape(value), re.DOTALL), f"label {name} is {value[:200]!r}")

    def all_labels(self):
        app = self.name()
        self.registry.register(app, {"zone": "z1", "prometheus.path": "/custom/metrics"})
        self.carries(app, {
            "hostname": re.escape(f"{app.lower()}.example.org"), "ip_addr": "192.0.2.9", "vip_address": app.lower(), "status": "UP",
            "port": "8080", "port_enabled": "true", "secure_port": "8443", "secure_port_enabled": "false", "country_id": "1",
            "id": f"{app.lower()}:1", "datacenterinfo_name": "MyOwn", "homepage_url": re.escape("http://192.0.2.9/?a=1&b=<2>"),
            "metadata_zone": "z1", "metadata_prometheus_path": "/custom/metrics",
        })
        address = self.prometheus.targets()[app, f"{app.lower()}:1"]["labels"]["discovered_address"]
        expect(address == f"{app.lower()}.example.org:8080", f"the address is {address}")
        eventually(lambda: expect("/custom/metrics" in Exporter.paths, "the path of its metadata is never scraped"))

    def amazon(self):
        app = self.name()
        self.registry.register(app, {}, dataCenterInfo={
            "@class": "com.netflix.appinfo.AmazonInfo", "name": "Amazon",
            "metadata": {"instance-id": "i-1", "ami-id": "ami-7", "availability-zone": "eu-west-1b"}})
        self.carries(app, {"datacenterinfo_name": "Amazon", "datacenterinfo_metadata_availability_zone": "eu-west-1b"})

    def colons(self):
        """Newer Go refuses names with two colons, although the Go that this prometheus was built with may not."""
        app = self.name()
        if self.registry.register(app, {"urn:x:y": "z"}):
            _, text = request("GET", f"{self.registry.base}/apps/{app}", accept="application/xml")
            self.registry.cancel(app)
            names = re.findall(r"<([^\s<>/]*:[^\s<>/]*:[^\s<>/]*)", text)
            expect(not names, f"XML with names that no parser need accept: {names}")

    def comes_and_goes(self):
        app = self.name()
        self.registry.register(app, {})
        self.carries(app, {"status": "UP"})
        self.registry.override(app, "OUT_OF_SERVICE")
        eventually(lambda: self.carries(app, {"status": "OUT_OF_SERVICE"}))
        self.registry.cancel(app)
        eventually(lambda: expect((app, f"{app.lower()}:1") not in self.prometheus.targets(), "it is a target still"))

    def harms_nobody(self, metadata, expected, refusable):
        """Its labels are there, and so is an instance that registers after it."""
        app, other = self.name(), self.name()
        try:
            taken = self.registry.register(app, metadata)
            expect(taken or refusable, "the registration was refused")
            self.registry.register(other, {"zone": "z2"})
            self.carries(other, {"metadata_zone": "z2"})
            if taken:
                self.carries(app, {f"metadata_{name}": pattern for name, pattern in expected.items()})
        except AssertionError:
            self.registry.cancel(app)  # so that what follows is not harmed by it
            raise

    def everybody_is_scraped(self):
        def compare():
            targets = self.prometheus.targets()
            missing = self.registry.instances() ^ set(targets)
            expect(not missing, f"instances and targets differ: {sorted(missing)[:5]}")
            ill = [name for name, target in targets.items() if target["health"] != "up"]
            expect(not ill, f"not scraped: {ill[:5]}")
        eventually(compare)

    def all(self):
        self.run("an instance is a target with all its labels, and is scraped by them", self.all_labels)
        self.run("metadata of Amazon's data centre becomes labels", self.amazon)
        self.run("a target changes and goes with its instance", self.comes_and_goes)
        for group, refusable in ((ODD, False), (REFUSABLE, True)):
            for what, (metadata, expected) in group.items():
                self.run(f"odd metadata harms nobody: {what}", lambda: self.harms_nobody(metadata, expected, refusable))
        self.run("no name in XML has two colons", self.colons)
        self.run("every instance of the registry is a target and is scraped", self.everybody_is_scraped)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not shutil.which("prometheus"):
        sys.exit("prometheus is not installed")
    exporter = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Exporter)
    threading.Thread(target=exporter.serve_forever, daemon=True).start()
    registry = Registry(sys.argv[1].rstrip("/"))
    with tempfile.TemporaryDirectory(prefix="buoy-prometheus-") as home:
        prometheus = Discovery(home, registry.base, exporter.server_address[1])
        checks = DiscoveryChecks(registry, prometheus)
        try:
            eventually(prometheus.ready)
            checks.all()
        finally:
            registry.clear()
            prometheus.stop()
    sys.exit(checks.end())


if __name__ == "__main__":
    main()
