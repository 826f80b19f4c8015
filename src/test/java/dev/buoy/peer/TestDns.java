package dev.buoy.peer;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.handler.codec.dns.DatagramDnsQuery;
import io.netty.handler.codec.dns.DatagramDnsQueryDecoder;
import io.netty.handler.codec.dns.DatagramDnsResponse;
import io.netty.handler.codec.dns.DatagramDnsResponseEncoder;
import io.netty.handler.codec.dns.DefaultDnsRawRecord;
import io.netty.handler.codec.dns.DnsQuestion;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.handler.codec.dns.DnsSection;
import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import io.netty.resolver.dns.SingletonDnsServerAddressStreamProvider;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A server of names on a free port of loopback, which answers in DNS's own packets what it is told to. */
final class TestDns implements AutoCloseable {
    private final Map<String, List<ByteBuf>> records = new ConcurrentHashMap<>();
    private final NioEventLoopGroup loop = new NioEventLoopGroup(1);
    private final Channel channel;
    private volatile boolean silent;
    private volatile boolean broken;

    TestDns() throws InterruptedException {
        channel = new Bootstrap()
                .group(loop)
                .channel(NioDatagramChannel.class)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel opened) {
                        opened.pipeline().addLast(new DatagramDnsQueryDecoder(), new DatagramDnsResponseEncoder());
                        opened.pipeline().addLast(new SimpleChannelInboundHandler<DatagramDnsQuery>() {
                            @Override
                            protected void channelRead0(ChannelHandlerContext context, DatagramDnsQuery query) {
                                answer(context, query);
                            }
                        });
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
    }

    /** A name service that asks this server. */
    DnsServerAddressStreamProvider asServers() {
        return new SingletonDnsServerAddressStreamProvider((InetSocketAddress) channel.localAddress());
    }

    /** @param services each {@code host:port} */
    void srv(String name, String... services) {
        List<ByteBuf> all = new ArrayList<>();
        for (String service : services) {
            int colon = service.lastIndexOf(':');
            ByteBuf content = Unpooled.buffer();
            content.writeShort(0).writeShort(1).writeShort(Integer.parseInt(service.substring(colon + 1)));
            for (String label : service.substring(0, colon).split("\\.")) {
                content.writeByte(label.length()).writeCharSequence(label, StandardCharsets.US_ASCII);
            }
            all.add(content.writeByte(0));
        }
        records.put("SRV " + name, all);
    }

    void txt(String name, String... texts) {
        List<ByteBuf> all = new ArrayList<>();
        for (String text : texts) {
            ByteBuf content = Unpooled.buffer().writeByte(text.length());
            content.writeCharSequence(text, StandardCharsets.US_ASCII);
            all.add(content);
        }
        records.put("TXT " + name, all);
    }

    /** From now on nothing is answered, or everything again. */
    void silent(boolean silent) {
        this.silent = silent;
    }

    /** From now on every question fails at this server, or none. */
    void broken(boolean broken) {
        this.broken = broken;
    }

    private void answer(ChannelHandlerContext context, DatagramDnsQuery query) {
        if (silent) {
            return;
        }
        DnsQuestion question = query.recordAt(DnsSection.QUESTION);
        DatagramDnsResponse response = new DatagramDnsResponse(query.recipient(), query.sender(), query.id());
        response.addRecord(DnsSection.QUESTION, question);
        String name = question.name().substring(0, question.name().length() - 1);
        List<ByteBuf> known = records.get(question.type().name() + " " + name);
        if (broken) {
            response.setCode(DnsResponseCode.SERVFAIL);
        } else if (known == null) {
            response.setCode(DnsResponseCode.NXDOMAIN);
        } else {
            for (ByteBuf content : known) {
                response.addRecord(
                        DnsSection.ANSWER,
                        new DefaultDnsRawRecord(
                                question.name(),
                                DnsRecordType.valueOf(question.type().name()),
                                5,
                                content.copy()));
            }
        }
        context.writeAndFlush(response);
    }

    @Override
    public void close() {
        channel.close().syncUninterruptibly();
        loop.shutdownGracefully();
    }
}
