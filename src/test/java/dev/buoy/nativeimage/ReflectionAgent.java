package dev.buoy.nativeimage;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes {@link Class} tell {@link ReflectionRecord} whenever its members are asked for. What GraalVM's tracing agent does, for us. */
public final class ReflectionAgent {
    private static final String RECORD = "dev/buoy/nativeimage/ReflectionRecord";
    private static final Set<String> LOOK_UPS = Set.of(
            "getMethod",
            "getMethods",
            "getDeclaredMethod",
            "getDeclaredMethods",
            "getConstructor",
            "getConstructors",
            "getDeclaredConstructor",
            "getDeclaredConstructors",
            "getField",
            "getFields",
            "getDeclaredField",
            "getDeclaredFields",
            "getRecordComponents",
            "newInstance");

    private ReflectionAgent() {}

    /** Called by the JVM with the file to write to. */
    public static void premain(String file, Instrumentation jvm) throws Exception {
        var record = Class.forName(RECORD.replace('/', '.'), true, null);
        jvm.redefineModule(Class.class.getModule(), Set.of(record.getModule()), Map.of(), Map.of(), Set.of(), Map.of());
        ReflectionRecord.writeAtExit(Path.of(file));
        jvm.addTransformer(new Transformer(), true);
        jvm.retransformClasses(Class.class);
    }

    private static final class Transformer implements ClassFileTransformer {
        @Override
        public byte[] transform(ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
            if (!"java/lang/Class".equals(name)) {
                return null;
            }
            var reader = new ClassReader(bytes);
            var writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(new Hooks(writer), 0);
            return writer.toByteArray();
        }
    }

    private static final class Hooks extends ClassVisitor {
        Hooks(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
            var method = super.visitMethod(access, name, type, signature, thrown);
            boolean open = (access & Opcodes.ACC_PUBLIC) != 0;
            if (open && name.equals("forName") && type.startsWith("(Ljava/lang/String;")) {
                return new Named(method);
            }
            return open && LOOK_UPS.contains(name) ? new LookedInto(method, name) : method;
        }
    }

    private static final class Named extends MethodVisitor {
        Named(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            visitVarInsn(Opcodes.ALOAD, 0);
            visitMethodInsn(Opcodes.INVOKESTATIC, RECORD, "named", "(Ljava/lang/String;)V", false);
        }
    }

    private static final class LookedInto extends MethodVisitor {
        private final String name;

        LookedInto(MethodVisitor next, String name) {
            super(Opcodes.ASM9, next);
            this.name = name;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            visitVarInsn(Opcodes.ALOAD, 0);
            visitLdcInsn(name);
            visitMethodInsn(
                    Opcodes.INVOKESTATIC, RECORD, "lookedInto", "(Ljava/lang/Class;Ljava/lang/String;)V", false);
        }
    }
}
