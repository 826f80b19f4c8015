package dev.buoy.actuator;

import jakarta.inject.Singleton;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code threaddump}: what each thread does. */
@Singleton
final class ThreadDumpEndpoint implements Endpoint {
    @Override
    public String id() {
        return "threaddump";
    }

    @Override
    public Result get(Question question) {
        ThreadInfo[] threads = ManagementFactory.getThreadMXBean().dumpAllThreads(true, true);
        if (question.wantsText()) {
            StringBuilder text = new StringBuilder();
            Arrays.stream(threads).forEach(text::append);
            return Result.text(200, text.toString());
        }
        return Result.of(Map.of(
                "threads",
                Arrays.stream(threads).map(ThreadDumpEndpoint::describe).toList()));
    }

    private static Map<String, Object> describe(ThreadInfo thread) {
        Map<String, Object> json = new TreeMap<>();
        json.put("threadName", thread.getThreadName());
        json.put("threadId", thread.getThreadId());
        json.put("threadState", thread.getThreadState());
        json.put("daemon", thread.isDaemon());
        json.put("priority", thread.getPriority());
        json.put("suspended", thread.isSuspended());
        json.put("inNative", thread.isInNative());
        json.put("blockedCount", thread.getBlockedCount());
        json.put("blockedTime", thread.getBlockedTime());
        json.put("waitedCount", thread.getWaitedCount());
        json.put("waitedTime", thread.getWaitedTime());
        json.put("lockOwnerId", thread.getLockOwnerId());
        if (thread.getLockOwnerName() != null) {
            json.put("lockOwnerName", thread.getLockOwnerName());
        }
        if (thread.getLockInfo() != null) {
            json.put("lockInfo", lock(thread.getLockInfo()));
            json.put("lockName", thread.getLockName());
        }
        json.put(
                "lockedMonitors",
                Arrays.stream(thread.getLockedMonitors())
                        .map(ThreadDumpEndpoint::monitor)
                        .toList());
        json.put(
                "lockedSynchronizers",
                Arrays.stream(thread.getLockedSynchronizers())
                        .map(ThreadDumpEndpoint::lock)
                        .toList());
        json.put("stackTrace", stack(thread.getStackTrace()));
        return json;
    }

    private static Map<String, Object> lock(LockInfo lock) {
        return new TreeMap<>(Map.of("className", lock.getClassName(), "identityHashCode", lock.getIdentityHashCode()));
    }

    private static Map<String, Object> monitor(MonitorInfo monitor) {
        Map<String, Object> json = lock(monitor);
        json.put("lockedStackDepth", monitor.getLockedStackDepth());
        if (monitor.getLockedStackFrame() != null) {
            json.put("lockedStackFrame", frame(monitor.getLockedStackFrame()));
        }
        return json;
    }

    private static List<Map<String, Object>> stack(StackTraceElement... frames) {
        return Arrays.stream(frames).map(ThreadDumpEndpoint::frame).toList();
    }

    private static Map<String, Object> frame(StackTraceElement frame) {
        Map<String, Object> json = new TreeMap<>();
        json.put("className", frame.getClassName());
        json.put("methodName", frame.getMethodName());
        json.put("lineNumber", frame.getLineNumber());
        json.put("nativeMethod", frame.isNativeMethod());
        putKnown(json, "fileName", frame.getFileName());
        putKnown(json, "moduleName", frame.getModuleName());
        putKnown(json, "moduleVersion", frame.getModuleVersion());
        putKnown(json, "classLoaderName", frame.getClassLoaderName());
        return json;
    }

    private static void putKnown(Map<String, Object> json, String key, String value) {
        if (value != null) {
            json.put(key, value);
        }
    }
}
