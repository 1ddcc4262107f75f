import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

/** Runs the tests of a class, in the place of JUnit; the exit code is 1 if one has failed. */
class RunTests {
    public static void main(String[] arguments) throws Exception {
        boolean failed = false;
        Class<?> type = Class.forName(arguments[0]);
        for (Method method : type.getDeclaredMethods()) {
            if (method.isAnnotationPresent(Test.class)) {
                var constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                method.setAccessible(true);
                try {
                    method.invoke(constructor.newInstance());
                    System.out.println("passed " + method.getName());
                } catch (InvocationTargetException error) {
                    System.out.println("failed " + method.getName() + ": " + error.getCause());
                    failed = true;
                }
            }
        }
        System.exit(failed ? 1 : 0);
    }
}
