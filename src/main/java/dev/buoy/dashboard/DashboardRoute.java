package dev.buoy.dashboard;

import dev.buoy.config.DashboardConfig;
import dev.buoy.web.ContextPath;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jboss.logging.Logger;

/** Where requests for pages come in. */
@Singleton
final class DashboardRoute {
    private static final Logger LOG = Logger.getLogger(DashboardRoute.class);

    // After Eureka's API, which must not wait, and after all that says who may read.
    private static final int ORDER = -40;
    private static final String EVENTS = "events";
    private static final String SIGN_IN = "sign-in";
    private static final String CONFIRM = "confirm";
    private static final String ACT = "act";
    private static final long MOST_BYTES = 512 * 1024;

    private final DashboardConfig config;
    private final Pages pages;
    private final Assets assets;
    private final EventStream events;
    private final Forms forms;
    private final String folder;
    private final BodyHandler bodies = BodyHandler.create(false).setBodyLimit(MOST_BYTES);
    private final Csrf csrf = new Csrf();

    DashboardRoute(DashboardConfig config, Pages pages, Assets assets, EventStream events, Forms forms) {
        this.config = config;
        this.pages = pages;
        this.assets = assets;
        this.events = events;
        this.forms = forms;
        this.folder = config.path().replaceAll("/+$", "") + "/";
    }

    void register(@Observes Router router) {
        if (config.enabled()) {
            router.route()
                    .setName("Status page")
                    .order(ORDER)
                    .handler(this::readForm)
                    .handler(this::handle);
        }
    }

    private void readForm(RoutingContext context) {
        if (context.request().method() == HttpMethod.POST && isForm(below(context))) {
            bodies.handle(context);
            context.request().resume();
        } else {
            context.next();
        }
    }

    private static boolean isForm(String below) {
        return CONFIRM.equals(below) || ACT.equals(below);
    }

    /** The path below the folder of all pages; null if it is elsewhere. */
    private String below(RoutingContext context) {
        String path = context.request().path();
        if (path == null || !(path + "/").startsWith(folder)) {
            return null;
        }
        return path.length() < folder.length() ? "" : path.substring(folder.length());
    }

    private void handle(RoutingContext context) {
        String below = below(context);
        if (below == null) {
            context.next();
            return;
        }
        boolean form = isForm(below);
        HttpMethod method = context.request().method();
        Optional<Assets.Asset> asset = assets.at(below);
        if (asset.isEmpty() && !form && !pages.has(below) && !below.equals(EVENTS) && !below.equals(SIGN_IN)) {
            context.next();
        } else if (form ? method != HttpMethod.POST : method != HttpMethod.GET && method != HttpMethod.HEAD) {
            context.response()
                    .setStatusCode(405)
                    .putHeader("Allow", form ? "POST" : "GET, HEAD")
                    .end();
        } else if (asset.isPresent()) {
            send(context, asset.get());
        } else if (below.equals(EVENTS)) {
            events.serve(context);
        } else if (below.equals(SIGN_IN)) {
            signIn(context);
        } else {
            var request = new PageRequest(below, links(context, below), context.queryParams(), Visitor.of(context));
            draw(context, form ? () -> answer(context, request) : () -> pages.draw(request));
        }
    }

    /** Has the browser ask for a name and a password, which it sends to all pages from then on. */
    private static void signIn(RoutingContext context) {
        if (Visitor.of(context).maySignIn()) {
            secured(context)
                    .setStatusCode(401)
                    .putHeader("WWW-Authenticate", "Basic realm=\"Buoy\", charset=\"UTF-8\"")
                    .end();
        } else {
            secured(context).setStatusCode(303).putHeader("Location", "./").end();
        }
    }

    private Pages.Drawn answer(RoutingContext context, PageRequest request) {
        if (!request.visitor().admin()) {
            return pages.problem(request, 403, "Not for you", "Only administrators may act.");
        }
        var form = new FormRequest(
                request,
                context.request().formAttributes(),
                context.request().remoteAddress().hostAddress());
        if (request.page().equals(CONFIRM)) {
            return forms.confirm(form, csrf.token(context.request()));
        }
        if (!csrf.isOurs(context.request(), form.field(Csrf.FIELD))) {
            return forms.refuse(form);
        }
        return forms.act(form);
    }

    // A first page without a slash at its end is no folder to a browser: its links must name it.
    private static Links links(RoutingContext context, String below) {
        String path = ContextPath.asRequested(context);
        boolean folder = below.isEmpty() && !path.endsWith("/");
        return new Links(folder ? path.substring(path.lastIndexOf('/') + 1) + "/" : "");
    }

    private static void draw(RoutingContext context, Callable<Pages.Drawn> page) {
        context.vertx()
                .executeBlocking(page, false)
                .onSuccess(drawn -> send(context, drawn))
                .onFailure(e -> {
                    LOG.errorf(e, "A page could not be drawn");
                    context.response().setStatusCode(500).end();
                });
    }

    private static void send(RoutingContext context, Pages.Drawn page) {
        HttpServerResponse response = secured(context)
                .setStatusCode(page.status())
                .putHeader("Content-Type", "text/html;charset=UTF-8")
                .putHeader("Cache-Control", "no-cache");
        end(context, response, Buffer.buffer(page.html()));
    }

    private static void send(RoutingContext context, Assets.Asset asset) {
        HttpServerResponse response = secured(context)
                .putHeader("Content-Type", asset.type())
                .putHeader("Cache-Control", "public, max-age=31536000, immutable");
        end(context, response, Buffer.buffer(asset.content()));
    }

    private static void end(RoutingContext context, HttpServerResponse response, Buffer body) {
        response.putHeader("Content-Length", Integer.toString(body.length()));
        if (context.request().method() == HttpMethod.HEAD) {
            response.end();
        } else {
            response.end(body);
        }
    }

    /** Whatever should slip into a page: it runs no script but ours, sends nothing elsewhere, and is framed by nobody. */
    private static HttpServerResponse secured(RoutingContext context) {
        return context.response()
                .putHeader(
                        "Content-Security-Policy",
                        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                                + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
                .putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("X-Frame-Options", "DENY")
                .putHeader("Referrer-Policy", "same-origin")
                .putHeader("Cross-Origin-Opener-Policy", "same-origin");
    }
}
