package dev.buoy.actuator;

import io.quarkus.scheduler.FailedExecution;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.scheduler.SuccessfulExecution;
import io.quarkus.scheduler.Trigger;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** {@code scheduledtasks}: what runs on a timer, when each ran last and how that ended, and when it runs next. */
@Singleton
final class ScheduledTasksEndpoint implements Endpoint {
    private final Scheduler scheduler;
    private final Map<String, String> failures = new ConcurrentHashMap<>();

    ScheduledTasksEndpoint(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    void succeeded(@Observes SuccessfulExecution execution) {
        failures.remove(execution.getExecution().getTrigger().getId());
    }

    void failed(@Observes FailedExecution execution) {
        failures.put(
                execution.getExecution().getTrigger().getId(),
                execution.getException().getClass().getName());
    }

    @Override
    public String id() {
        return "scheduledtasks";
    }

    @Override
    public Result get(Question question) {
        List<Object> tasks = new ArrayList<>();
        for (Trigger trigger : scheduler.getScheduledJobs()) {
            tasks.add(describe(trigger));
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("cron", List.of());
        json.put("fixedDelay", List.of());
        json.put("fixedRate", tasks);
        json.put("custom", List.of());
        return Result.of(json);
    }

    private Map<String, Object> describe(Trigger trigger) {
        Instant last = trigger.getPreviousFireTime();
        Instant next = trigger.getNextFireTime();
        Map<String, Object> task = new LinkedHashMap<>();
        task.put("runnable", Map.of("target", String.valueOf(trigger.getMethodDescription())));
        if (last != null && next != null) {
            task.put("interval", Duration.between(last, next).toMillis());
        }
        if (last != null) {
            String failure = failures.get(trigger.getId());
            Map<String, Object> execution = new LinkedHashMap<>();
            execution.put("time", last.toString());
            execution.put("status", failure == null ? "SUCCESS" : "ERROR");
            if (failure != null) {
                execution.put("exception", Map.of("type", failure));
            }
            task.put("lastExecution", execution);
        }
        if (next != null) {
            task.put("nextExecution", Map.of("time", next.toString()));
        }
        return task;
    }
}
