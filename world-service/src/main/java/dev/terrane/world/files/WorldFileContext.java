package dev.terrane.world.files;

import dev.terrane.world.ServiceWide;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;

/**
 * The parts of the service over one world's file: each component of the service once more, under
 * the same name, but for those marked {@link ServiceWide}. What is not made anew, such as settings,
 * clock and event streams, is the service's.
 */
final class WorldFileContext extends GenericApplicationContext {
    private static final String ROOT = "dev.terrane.world.";

    private WorldFileContext() {}

    /** Components of a service that there are once for each database, by their names. */
    static Map<String, Class<?>> partsOf(ConfigurableApplicationContext service) {
        ConfigurableListableBeanFactory beans = service.getBeanFactory();
        Map<String, Class<?>> parts = new LinkedHashMap<>();
        for (String name : beans.getBeanDefinitionNames()) {
            Class<?> type = beans.getType(name, false);
            if (type == null || beans.getBeanDefinition(name).getFactoryMethodName() != null) {
                continue;
            }
            Class<?> component = ClassUtils.getUserClass(type);
            if (component.getName().startsWith(ROOT)
                    && AnnotatedElementUtils.hasAnnotation(component, Component.class)
                    && !component.isAnnotationPresent(ServiceWide.class)) {
                parts.put(name, component);
            }
        }
        return parts;
    }

    /** A context that is ready to be given what its parts stand on, and refreshed. */
    static WorldFileContext of(
            ConfigurableApplicationContext service, Map<String, Class<?>> parts) {
        WorldFileContext context = new WorldFileContext();
        context.setEnvironment(service.getEnvironment());
        context.setParent(service);
        AnnotatedBeanDefinitionReader reader = new AnnotatedBeanDefinitionReader(context);
        parts.forEach((name, type) -> reader.registerBean(type, name));
        return context;
    }

    /**
     * A context tells its parent of what happens to it. The service's listeners would take the
     * opening or closing of a file for their own.
     */
    @Override
    protected void publishEvent(Object event, @Nullable ResolvableType type) {
        // Nobody listens for it.
    }
}
