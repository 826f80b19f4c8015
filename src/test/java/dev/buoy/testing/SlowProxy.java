package dev.buoy.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** A TCP proxy on loopback that hands on what a client sends after a pause, and what the server answers at once. */
public final class SlowProxy implements AutoCloseable {
    private final ServerSocket socket;
    private final int target;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile Duration pause;

    /** @param target port of loopback that it stands before */
    public SlowProxy(int target, Duration pause) throws IOException {
        this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.target = target;
        this.pause = pause;
        threads.execute(this::accept);
    }

    public int port() {
        return socket.getLocalPort();
    }

    public void pause(Duration each) {
        pause = each;
    }

    private void accept() {
        try {
            while (true) {
                connect(socket.accept());
            }
        } catch (IOException closed) {
            // the end
        }
    }

    private void connect(Socket client) throws IOException {
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            threads.execute(() -> copy(client, server, true));
            threads.execute(() -> copy(server, client, false));
        } catch (IOException down) {
            client.close();
        }
    }

    private void copy(Socket from, Socket to, boolean slow) {
        byte[] buffer = new byte[1 << 20];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (slow) {
                    LockSupport.parkNanos(pause.toNanos());
                }
                out.write(Arrays.copyOf(buffer, read));
            }
        } catch (IOException closed) {
            // either side has had enough
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        threads.shutdownNow();
    }
}
