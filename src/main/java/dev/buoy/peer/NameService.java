package dev.buoy.peer;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DefaultDnsRecordDecoder;
import io.netty.handler.codec.dns.DnsRawRecord;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.netty.resolver.dns.NoopAuthoritativeDnsServerCache;
import io.netty.resolver.dns.NoopDnsCache;
import io.netty.resolver.dns.NoopDnsCnameCache;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Questions to the machine's DNS servers. None waits, and no answer is kept: who asks again wants to know. An answer that is
 * too long for a datagram is asked for again by TCP, so a list is never a part of itself.
 */
final class NameService {
    /** Where a service runs; the name without a dot at its end. */
    record Service(String host, int port) {}

    private final Vertx vertx;
    private final DnsServerAddressStreamProvider servers;
    private DnsNameResolver resolver;

    NameService(Vertx vertx) {
        this(vertx, null);
    }

    /** @param servers whom to ask; null for those of the machine */
    NameService(Vertx vertx, DnsServerAddressStreamProvider servers) {
        this.vertx = vertx;
        this.servers = servers;
    }

    /** The addresses of a host, as every program on this machine finds them: with its search list and hosts file. */
    Future<List<String>> addresses(String name) {
        return vertx.executeBlocking(
                () -> Arrays.stream(InetAddress.getAllByName(name))
                        .map(InetAddress::getHostAddress)
                        .sorted()
                        .toList(),
                false);
    }

    /** The SRV records of a full name. */
    Future<List<Service>> services(String name) {
        return records(name, DnsRecordType.SRV, content -> {
            content.skipBytes(4); // priority and weight: changes go to all peers alike
            int port = content.readUnsignedShort();
            return List.of(new Service(withoutDot(DefaultDnsRecordDecoder.decodeName(content)), port));
        });
    }

    /** The texts of the TXT records of a full name. */
    Future<List<String>> texts(String name) {
        return records(name, DnsRecordType.TXT, content -> {
            List<String> texts = new ArrayList<>();
            while (content.isReadable()) {
                int length = content.readUnsignedByte();
                texts.add(
                        content.readCharSequence(length, StandardCharsets.UTF_8).toString());
            }
            return texts;
        });
    }

    private <T> Future<List<T>> records(String name, DnsRecordType type, Function<ByteBuf, List<T>> read) {
        Promise<List<T>> answer = Promise.promise();
        try {
            resolver()
                    .resolveAll(new DefaultDnsQuestion(name.endsWith(".") ? name : name + ".", type))
                    .addListener((io.netty.util.concurrent.Future<List<DnsRecord>> found) -> {
                        if (found.isSuccess()) {
                            complete(answer, found.getNow(), read);
                        } else {
                            answer.fail(found.cause());
                        }
                    });
        } catch (IllegalArgumentException noName) {
            answer.fail(noName);
        }
        return answer.future();
    }

    private static <T> void complete(
            Promise<List<T>> answer, List<DnsRecord> records, Function<ByteBuf, List<T>> read) {
        List<T> results = new ArrayList<>();
        try {
            for (DnsRecord record : records) {
                if (record instanceof DnsRawRecord raw) {
                    results.addAll(read.apply(raw.content()));
                }
            }
        } catch (RuntimeException malformed) {
            answer.fail(malformed);
            return;
        } finally {
            records.forEach(ReferenceCountUtil::release);
        }
        answer.complete(results);
    }

    private static String withoutDot(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    // Made when first needed: most servers ask for addresses only, or nothing.
    private synchronized DnsNameResolver resolver() {
        if (resolver == null) {
            EventLoop loop = new NioEventLoopGroup(1, new DefaultThreadFactory("dns", true)).next();
            resolver = new DnsNameResolverBuilder(loop)
                    .datagramChannelType(NioDatagramChannel.class)
                    .socketChannelType(NioSocketChannel.class)
                    .nameServerProvider(servers != null ? servers : DnsServerAddressStreamProviders.platformDefault())
                    .resolveCache(NoopDnsCache.INSTANCE)
                    .cnameCache(NoopDnsCnameCache.INSTANCE)
                    .authoritativeDnsServerCache(NoopAuthoritativeDnsServerCache.INSTANCE)
                    .queryTimeoutMillis(2_000)
                    .build();
        }
        return resolver;
    }
}
