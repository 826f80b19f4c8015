package dev.buoy.dashboard;

import dev.buoy.dashboard.Pages.Drawn;
import dev.buoy.model.InstanceKey;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/** Answers the forms of administrators: the first asks whether it is meant, the second does it. */
@Singleton
final class Forms {
    private final Fleet fleet;
    private final Actor actor;
    private final Pages pages;

    Forms(Fleet fleet, Actor actor, Pages pages) {
        this.fleet = fleet;
        this.actor = actor;
        this.pages = pages;
    }

    /** The page that says what will happen. Nothing happens yet. */
    Drawn confirm(FormRequest form, String token) {
        Optional<Deed> deed = form.deed();
        List<InstanceKey> keys = form.instances(fleet);
        if (deed.isEmpty() || keys.isEmpty()) {
            return pages.problem(form.page(), 400, "Nothing to do", "Choose at least one instance that is listed.");
        }
        return pages.confirmation(form.page(), Confirmation.of(deed.get(), form.wholeApplication(), keys, token));
    }

    /** Does nothing, since the form is not ours; somebody else's page may have had an administrator's browser send it. */
    Drawn refuse(FormRequest form) {
        actor.refused(form.page().visitor().name(), form.from(), form.deed());
        return pages.problem(
                form.page(),
                403,
                "Nothing was done",
                "This form is not one that this server gave to your browser. Go back, and choose again.");
    }

    /** Does it, and says what came of it. */
    Drawn act(FormRequest form) {
        Optional<Deed> deed = form.deed();
        List<InstanceKey> keys = form.instances(fleet);
        if (deed.isEmpty() || keys.isEmpty()) {
            return pages.problem(form.page(), 400, "Nothing to do", "None of these instances is listed any more.");
        }
        return pages.done(
                form.page(), deed.get(), actor.act(form.page().visitor().name(), form.from(), deed.get(), keys));
    }
}
