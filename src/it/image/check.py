#!/usr/bin/env python3
"""Follows Dockerfile.jvm without Docker, and runs what it makes as a cluster would.

Each instruction of the Dockerfile is carried out in a folder: COPY copies, RUN runs in a chroot. Base images can't be had without
a registry, so folders with the same contents stand in for them: a JDK of this machine for eclipse-temurin, and this machine's C
library for distroless (both must be of the same architecture, and the machine's system of glibc). The result is started with its
own entry point as its own user, on a read-only file system with a small tmpfs at /tmp, without privileges, and with no other
program in reach, since the image holds none. It must use the cache that it was built with, get ready, register and find an
instance, and end in time when told to.

Needs root, for chroot and mounts. Usage: check.py JDK_HOME [DOCKERFILE]
"""
import ctypes
import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

PROJECT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
START_SECONDS = 300
C_LIBRARY = ["ld-linux", "libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so", "libresolv.so", "libnss_"]
INSTANCE = {"instance": {
    "instanceId": "image-1", "hostName": "image-1", "app": "IMAGE", "ipAddr": "192.0.2.1", "status": "UP", "vipAddress": "image",
    "port": {"$": 80, "@enabled": "true"},
    "dataCenterInfo": {"@class": "com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo", "name": "MyOwn"}}}


def copy(source, target):
    """Hard links where it can: the JDK is large."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if subprocess.run(["cp", "-alT", source, target], stderr=subprocess.DEVNULL).returncode != 0:
        subprocess.run(["cp", "-aT", source, target], check=True)


def stand_in(image, folder, jdk):
    if image.startswith("eclipse-temurin:25"):
        copy(os.path.realpath(jdk), os.path.join(folder, "opt/java/openjdk"))
    elif not image.startswith("gcr.io/distroless/base-nossl-debian12"):
        sys.exit(f"nothing stands in for {image}")
    for directory in [f"/lib/{os.uname().machine}-linux-gnu", "/lib64", "/lib"]:
        for name in os.listdir(directory):
            path = os.path.join(directory, name)
            if os.path.isfile(path) and any(name.startswith(library) for library in C_LIBRARY):
                os.makedirs(folder + directory, exist_ok=True)
                shutil.copy(path, folder + path)
    for name in ["proc", "dev", "tmp", "etc", "root"]:
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    os.chmod(os.path.join(folder, "tmp"), 0o1777)
    with open(os.path.join(folder, "etc/passwd"), "w") as passwd:
        passwd.write("root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/:/sbin/nologin\n")


class Stage:
    def __init__(self, folder):
        self.folder, self.workdir, self.user, self.env, self.entry_point = folder, "/", "0:0", {}, None


class Build:
    def __init__(self, jdk, work):
        self.jdk, self.work, self.stages = jdk, work, {}

    def stage(self, name):
        if name not in self.stages:
            self.stages[name] = Stage(tempfile.mkdtemp(dir=self.work))
            os.chmod(self.stages[name].folder, 0o755)
            stand_in(name, self.stages[name].folder, self.jdk)
        return self.stages[name]

    def follow(self, dockerfile):
        current = None
        with open(dockerfile) as lines:
            text = lines.read().replace("\\\n", " ")
        for line in text.splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            instruction, rest = line.split(None, 1)
            print("   ", line, flush=True)
            if instruction == "FROM":
                names = rest.split()
                base, current = self.stage(names[0]), Stage(tempfile.mkdtemp(dir=self.work))
                current.workdir, current.user, current.env = base.workdir, base.user, dict(base.env)
                os.rmdir(current.folder)
                copy(base.folder, current.folder)
                if len(names) == 3:
                    self.stages[names[2]] = current
            else:
                getattr(self, "on_" + instruction.lower())(current, rest)
        return current

    def on_workdir(self, stage, path):
        stage.workdir = path
        os.makedirs(stage.folder + path, exist_ok=True)

    def on_user(self, stage, user):
        stage.user = "0:0" if user == "root" else user

    def on_env(self, stage, rest):
        for pair in shlex.split(rest):
            name, value = pair.split("=", 1)
            stage.env[name] = value

    def on_expose(self, stage, ports):
        pass

    def on_entrypoint(self, stage, rest):
        stage.entry_point = json.loads(rest)

    def on_copy(self, stage, rest):
        words = rest.split()
        root = PROJECT
        if words[0].startswith("--from="):
            root = self.stage(words.pop(0)[len("--from="):]).folder
        source, target = os.path.join(root, words[0].lstrip("/")), os.path.join(stage.workdir, words[1])
        if words[1].endswith("/") and not os.path.isdir(source):
            target = os.path.join(target, os.path.basename(source))
        if root == PROJECT and os.path.isdir(source):
            shutil.copytree(source, os.path.normpath(stage.folder + target), dirs_exist_ok=True)
        else:
            copy(source, os.path.normpath(stage.folder + target))

    def on_run(self, stage, rest):
        subprocess.run(inside(stage, json.loads(rest), read_only=False), check=True)


def inside(stage, command, read_only, env=None):
    variables = json.dumps({"PATH": "/usr/bin:/bin", **stage.env, **(env or {})})
    return ["unshare", "--mount", "--pid", "--fork", "--kill-child=KILL", sys.executable, os.path.abspath(__file__), "--inside",
            stage.folder, stage.user, stage.workdir, str(read_only), variables, *command]


def become(folder, user, workdir, read_only, variables, *command):
    """In the new namespaces: mounts, leaves the rest of the machine behind, and turns into the command."""
    mounts = [["--make-rprivate", "/"], ["--bind", folder, folder], ["-t", "proc", "proc", folder + "/proc"],
              ["--bind", "/dev", folder + "/dev"]]
    if read_only == "True":
        mounts += [["-t", "tmpfs", "-o", "size=64m,mode=1777", "tmpfs", folder + "/tmp"], ["-o", "remount,bind,ro", folder]]
    for mount in mounts:
        subprocess.run(["mount", *mount], check=True)
    os.chroot(folder)
    os.chdir(workdir)
    uid, _, gid = user.partition(":")
    os.setgroups([])
    os.setgid(int(gid))
    os.setuid(int(uid))
    ctypes.CDLL(None).prctl(38, 1, 0, 0, 0)  # no new privileges
    # The first process of a namespace ignores signals that it has no handler for; Java has one for SIGTERM.
    os.execve(command[0], list(command), json.loads(variables))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ask(method, url, body=None):
    request = urllib.request.Request(url, method=method, data=body and json.dumps(body).encode(),
                                     headers={"Accept": "application/json", "Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read().decode()
    except OSError:
        return 0, ""


def expect(what, actual, wanted):
    if actual != wanted:
        sys.exit(f"FAIL {what}: {actual!r}, not {wanted!r}")
    print(f"ok   {what}")


def child_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as children:
        return int(children.read().split()[0])


def run(image):
    port, management = free_port(), free_port()
    env = {"QUARKUS_HTTP_PORT": str(port), "QUARKUS_MANAGEMENT_PORT": str(management), "POD_NAME": "buoy-0"}
    # Without the cache that it was built with the JVM would start all the same, only slower. This makes it refuse to.
    env["JDK_JAVA_OPTIONS"] = image.env["JDK_JAVA_OPTIONS"] + " -XX:AOTMode=on"
    with subprocess.Popen(inside(image, image.entry_point, read_only=True, env=env)) as outer:
        try:
            deadline = time.monotonic() + START_SECONDS
            while ask("GET", f"http://127.0.0.1:{management}/q/health/ready")[0] != 200:
                if outer.poll() is not None or time.monotonic() > deadline:
                    sys.exit("FAIL it does not get ready")
                time.sleep(0.2)
            print("ok   it gets ready")
            check(outer, f"http://127.0.0.1:{port}/eureka/apps/IMAGE")
        finally:
            outer.kill()


def check(outer, app):
    pid = child_of(outer.pid)
    with open(f"/proc/{pid}/status") as status:
        fields = dict(line.rstrip("\n").split(":\t", 1) for line in status)
    expect("its user", fields["Uid"].split("\t"), ["65532"] * 4)
    expect("its privileges", (int(fields["CapEff"], 16), fields["NoNewPrivs"]), (0, "1"))
    with open(f"/proc/{pid}/mounts") as mounts:
        root = [line.split()[3].split(",")[0] for line in mounts if line.split()[1] == "/"]
    expect("its file system", root[-1], "ro")
    expect("a registration", ask("POST", app, INSTANCE)[0], 204)
    expect("a renewal", ask("PUT", app + "/image-1")[0], 200)
    status, body = ask("GET", app)
    expect("a fetch", (status, "image-1" in body), (200, True))
    os.kill(pid, signal.SIGTERM)
    try:
        outer.wait(60)
    except subprocess.TimeoutExpired:
        sys.exit("FAIL it does not end within a minute")
    print("ok   it ends when told to")


def main():
    jdk = sys.argv[1]
    dockerfile = sys.argv[2] if len(sys.argv) > 2 else os.path.join(PROJECT, "src/main/docker/Dockerfile.jvm")
    work = tempfile.mkdtemp(prefix="buoy-image.")
    try:
        image = Build(jdk, work).follow(dockerfile)
        size = subprocess.run(["du", "-sm", image.folder + "/opt/buoy"], capture_output=True, text=True, check=True).stdout.split()[0]
        print(f"ok   it is built; the program takes {size} MB")
        run(image)
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        become(*sys.argv[2:])
    else:
        main()
