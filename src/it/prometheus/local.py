"""What check.py and observe.py share: the installed prometheus on loopback, requests, and checks that are counted."""
import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request


def request(method, url, body=None, accept="application/json"):
    """The status and the text of the answer, whatever the status."""
    headers = {"Content-Type": "application/json", "Accept": accept}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read().decode()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def expect(holds, otherwise):
    if not holds:
        raise AssertionError(otherwise)


def eventually(assertion, patience):
    """Asks again and again until the assertion holds; the last failure is the reason when the patience, in seconds, is over."""
    end = time.monotonic() + patience
    while True:
        try:
            return assertion()
        except AssertionError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


class Prometheus:
    """The real program on a free port of loopback; everything that it writes is in the directory given."""

    def __init__(self, home, configuration):
        file = os.path.join(home, "prometheus.yml")
        with open(file, "w", encoding="utf-8") as out:
            out.write(configuration)
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.log = os.path.join(home, "prometheus.log")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                ["prometheus", f"--config.file={file}", f"--storage.tsdb.path={home}/data",
                 f"--web.listen-address=127.0.0.1:{port}"],
                cwd=home, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)

    def ready(self):
        expect(self.process.poll() is None, f"prometheus ended with status {self.process.poll()}; {self.complaint()}")
        try:
            status, _ = request("GET", f"{self.url}/-/ready")
        except OSError as not_yet:
            raise AssertionError(f"prometheus does not listen: {not_yet}") from None
        expect(status == 200, f"prometheus is not ready: {status}")

    def get(self, what, **parameters):
        """The data of an answer of its API."""
        status, text = request("GET", f"{self.url}/api/v1/{what}?{urllib.parse.urlencode(parameters)}")
        expect(status == 200, f"{what} {parameters}: {status} {text[:300]}")
        return json.loads(text)["data"]

    def complaint(self):
        """What it last complained of."""
        with open(self.log, encoding="utf-8", errors="replace") as log:
            lines = [line.strip() for line in log if "level=error" in line or "level=warn" in line]
        return f"prometheus says: {lines[-1][:400]}" if lines else "prometheus says nothing about it"

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Checks:
    """Runs checks, prints a line for each, and counts."""

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

    def end(self):
        """Prints the account; returns the exit status."""
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed else 0
