"""A server of names: answers A, AAAA, SRV and TXT questions by UDP with what it is told, by TCP what does not fit."""
import ipaddress
import socket
import struct
import threading

TYPES = {1: "A", 28: "AAAA", 33: "SRV", 16: "TXT"}


def encoded(name):
    return b"".join(bytes([len(label)]) + label.encode() for label in name.rstrip(".").split(".")) + b"\0"


class Dns:
    def __init__(self, address, port=53):
        self.records = {}
        self.lock = threading.Lock()
        self.asked = []
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind((address, port))
        self.tcp = socket.create_server((address, port))
        for serve in (self.serve_udp, self.serve_tcp):
            threading.Thread(target=serve, daemon=True).start()

    def set(self, kind, name, values):
        """Values: addresses; 'host:port' for SRV; texts."""
        with self.lock:
            self.records[kind, name.lower()] = list(values)

    def close(self):
        self.udp.close()
        self.tcp.close()

    def serve_udp(self):
        while True:
            try:
                query, sender = self.udp.recvfrom(4096)
            except OSError:
                return
            answer = self.answer(query)
            if len(answer) > 512:  # no part of the list: the flag alone says that there is more
                answer = self.answer(query, truncated=True)
            self.udp.sendto(answer, sender)

    def serve_tcp(self):
        while True:
            try:
                connection, _ = self.tcp.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(5)
                try:
                    length = struct.unpack(">H", connection.recv(2))[0]
                    answer = self.answer(connection.recv(length))
                    connection.sendall(struct.pack(">H", len(answer)) + answer)
                except (OSError, struct.error):
                    pass

    def answer(self, query, truncated=False):
        labels, at = [], 12
        while query[at]:
            labels.append(query[at + 1:at + 1 + query[at]].decode())
            at += 1 + query[at]
        kind = TYPES.get(struct.unpack(">H", query[at + 1:at + 3])[0], "?")
        name = ".".join(labels).lower()
        self.asked.append((kind, name))
        question = query[12:at + 5]
        with self.lock:
            known = any(of == name for _, of in self.records)
            values = self.records.get((kind, name), [])
        answers = b"" if truncated else b"".join(
            b"\xc0\x0c" + question[-4:] + struct.pack(">IH", 1, len(data)) + data
            for data in map(lambda value: self.data(kind, value), values))
        flags = 0x8580 | (0x0200 if truncated else 0) | (0 if known else 3)
        return query[:2] + struct.pack(">HHHHH", flags, 1, 0 if truncated else len(values), 0, 0) + question + answers

    @staticmethod
    def data(kind, value):
        if kind in ("A", "AAAA"):
            return ipaddress.ip_address(value).packed
        if kind == "SRV":
            host, port = value.rsplit(":", 1)
            return struct.pack(">HHH", 0, 1, int(port)) + encoded(host)
        return bytes([len(value)]) + value.encode()
