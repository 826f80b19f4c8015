package dev.buoy.web;

import dev.buoy.config.HttpConfig;
import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.ScheduledFuture;
import io.smallrye.config.SmallRyeConfig;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Closes connections on which a request begins and its head does not end, or on which none ever begins. Neither Vert.x nor
 * Quarkus has a time for that: theirs begins anew with each byte, however slowly they trickle. Netty makes this one itself,
 * by its name in {@code META-INF/services}, if {@code io.netty.bootstrap.extensions} is {@code serviceload}.
 */
public final class HeaderTimeout extends ChannelInitializerExtension {
    private static final AttributeKey<Deadline> DEADLINE = AttributeKey.valueOf(HeaderTimeout.class, "deadline");

    private volatile long millis = -1; // not known yet

    @Override
    public void postInitializeServerChildChannel(Channel channel) {
        long time = millis();
        if (time > 0) {
            Deadline deadline = new Deadline(time);
            channel.attr(DEADLINE).set(deadline);
            channel.pipeline().addFirst(deadline);
        }
    }

    private long millis() {
        if (millis < 0) {
            millis = ConfigProvider.getConfig()
                    .unwrap(SmallRyeConfig.class)
                    .getConfigMapping(HttpConfig.class)
                    .headerTimeout()
                    .toMillis();
        }
        return millis;
    }

    /** Says that the head of this request is complete. */
    static void headIsComplete(HttpServerRequest request) {
        if (request.connection() instanceof ConnectionBase connection) {
            Deadline deadline = connection.channel().attr(DEADLINE).get();
            if (deadline != null) {
                deadline.headIsComplete(request.version() == HttpVersion.HTTP_2);
            }
        }
    }

    /** Says whether a body is on its way, which has a time of its own. */
    static void bodyIsOnItsWay(HttpServerRequest request, boolean isIt) {
        if (request.connection() instanceof ConnectionBase connection) {
            Deadline deadline = connection.channel().attr(DEADLINE).get();
            if (deadline != null) {
                deadline.body = isIt;
            }
        }
    }

    /**
     * Of one connection. On its event loop only; there is at most one timer, however many requests come. Bytes without a
     * head count once or not at all, since the end of a body that nobody reads may come after its answer.
     */
    private static final class Deadline extends ChannelDuplexHandler {
        private static final int MOST = 2;

        private final long millis;
        private boolean body; // what comes is of a body
        private boolean off;
        private boolean bytes; // have come since the last head, or the last look
        private int fruitless; // looks since the last head that found bytes
        private int heads;
        private ScheduledFuture<?> timer;

        Deadline(long millis) {
            this.millis = millis;
        }

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            arm(context);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object read) {
            if (!off && !body) {
                bytes = true;
                arm(context);
            }
            context.fireChannelRead(read);
        }

        // What is answered has come, also where nobody says that its head is complete.
        @Override
        public void write(ChannelHandlerContext context, Object answer, ChannelPromise promise) {
            if (heads == 0) {
                heads = 1;
            }
            bytes = false;
            fruitless = 0;
            context.write(answer, promise);
        }

        void headIsComplete(boolean severalAtATime) {
            heads++;
            bytes = false;
            fruitless = 0;
            off = off || severalAtATime; // what comes between requests is their own business then
        }

        private void arm(ChannelHandlerContext context) {
            if (timer == null) {
                int known = heads;
                long time = heads == 0 ? millis : millis / MOST;
                timer = context.executor().schedule(() -> look(context, known), time, TimeUnit.MILLISECONDS);
            }
        }

        private void look(ChannelHandlerContext context, int known) {
            timer = null;
            if (off || body) {
                return;
            }
            if (heads == 0 || bytes && heads == known && ++fruitless == MOST) {
                context.close();
            } else if (bytes && heads != known) {
                arm(context);
            } else {
                bytes = false;
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (timer != null) {
                timer.cancel(false);
            }
            context.fireChannelInactive();
        }
    }
}
