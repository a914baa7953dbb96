package dev.terrane.support.security;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import dev.terrane.rpc.server.CallerSource;
import dev.terrane.rpc.server.RefusalWriter;
import dev.terrane.rpc.socket.Subprotocols;
import dev.terrane.support.config.CommonProperties;
import dev.terrane.support.config.ServiceIdentity;
import jakarta.servlet.DispatcherType;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.resource.OAuth2ResourceServerConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.web.client.RestTemplate;

/** The one filter chain of a service: origin, credential, access table. Stateless, no cookies. */
@AutoConfiguration(before = ServletWebSecurityAutoConfiguration.class)
@ConditionalOnProperty("terrane.service")
@EnableConfigurationProperties(ClaimNames.class)
public class SecurityConfiguration {
    private static final Duration KEYS_TIMEOUT = Duration.ofSeconds(3);

    /** How far an issuer's clock may be off. */
    private static final Duration CLOCK_SKEW = Duration.ofSeconds(30);

    /** Dispatches inside a request that was admitted, or that answer for one that was refused. */
    private static final DispatcherType[] INNER = {
        DispatcherType.ERROR, DispatcherType.ASYNC, DispatcherType.FORWARD
    };

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    AccessTable accessTable(ServiceIdentity identity) {
        return AccessTable.read(SecurityConfiguration.class.getClassLoader(), identity.id());
    }

    @Bean
    CallerSource callerSource() {
        return request -> Refusals.caller();
    }

    @Bean
    CallerClaims callerClaims(ClaimNames names) {
        return new CallerClaims(names);
    }

    @Bean
    JwtDecoder jwtDecoder(CommonProperties common, CallerClaims claims) {
        JdkClientHttpRequestFactory http =
                new JdkClientHttpRequestFactory(
                        HttpClient.newBuilder().connectTimeout(KEYS_TIMEOUT).build());
        http.setReadTimeout(KEYS_TIMEOUT);
        NimbusJwtDecoder decoder =
                NimbusJwtDecoder.withJwkSetUri(common.jwksUrl().toString())
                        .jwsAlgorithm(SignatureAlgorithm.ES256)
                        .restOperations(new RestTemplate(http))
                        .validateType(false)
                        .jwtProcessorCustomizer(
                                processor ->
                                        processor.setJWSTypeVerifier(
                                                new DefaultJOSEObjectTypeVerifier<>(
                                                        JOSEObjectType.JWT,
                                                        new JOSEObjectType("at+jwt"),
                                                        null)))
                        .build();
        List<OAuth2TokenValidator<Jwt>> validators = new ArrayList<>();
        validators.add(new JwtTimestampValidator(CLOCK_SKEW));
        validators.add(claims);
        validators.add(new JwtIssuerValidator(common.issuer()));
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(validators));
        return decoder;
    }

    @Bean
    RequestRejectedHandler requestRejectedHandler(RefusalWriter writer) {
        return (request, response, rejected) ->
                writer.write(request, response, RejectedRequests.refusal(rejected));
    }

    @Bean
    @ConditionalOnMissingBean
    SecurityFilterChain terraneSecurity(
            HttpSecurity http,
            CommonProperties common,
            AccessTable table,
            JwtDecoder decoder,
            CallerClaims claims,
            RefusalWriter writer,
            ObjectProvider<TicketVerifier> tickets) {
        Refusals refusals = new Refusals(table, writer);
        AuthenticationEntryPoint entry =
                (request, response, e) -> refusals.denied(request, response);
        AccessDeniedHandler denied = (request, response, e) -> refusals.denied(request, response);
        http.csrf(AbstractHttpConfigurer::disable)
                .cors(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .formLogin(AbstractHttpConfigurer::disable)
                .httpBasic(AbstractHttpConfigurer::disable)
                .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .exceptionHandling(
                        h -> h.authenticationEntryPoint(entry).accessDeniedHandler(denied))
                .oauth2ResourceServer(
                        server ->
                                server.bearerTokenResolver(tokenResolver())
                                        .authenticationEntryPoint(entry)
                                        .accessDeniedHandler(denied)
                                        .withObjectPostProcessor(failuresTo(refusals))
                                        .jwt(jwt -> readWith(jwt, decoder, claims)))
                .authorizeHttpRequests(
                        requests ->
                                requests.dispatcherTypeMatchers(INNER)
                                        .permitAll()
                                        .anyRequest()
                                        .access((who, context) -> decide(table, context)));
        http.addFilterAfter(
                new OriginFilter(common.security().allowedOrigins(), writer),
                HeaderWriterFilter.class);
        tickets.ifUnique(
                verifier ->
                        http.addFilterAfter(
                                new TicketFilter(verifier, writer),
                                BearerTokenAuthenticationFilter.class));
        return http.build();
    }

    private static void readWith(
            OAuth2ResourceServerConfigurer<HttpSecurity>.JwtConfigurer jwt,
            JwtDecoder decoder,
            CallerClaims claims) {
        jwt.decoder(decoder);
        jwt.jwtAuthenticationConverter(token -> new CallerAuthentication(claims.caller(token)));
    }

    private static AuthorizationDecision decide(
            AccessTable table, RequestAuthorizationContext context) {
        boolean isAdmitted =
                table.find(context.getRequest()) instanceof AccessTable.Match.Found(AccessRow row)
                        && row.admits(Refusals.caller());
        return new AuthorizationDecision(isAdmitted);
    }

    /** The Authorization header, or on an upgrade the subprotocol list; never the URL or a form. */
    private static BearerTokenResolver tokenResolver() {
        DefaultBearerTokenResolver header = new DefaultBearerTokenResolver();
        return request -> {
            String token = header.resolve(request);
            if (token != null || !Subprotocols.isUpgrade(request)) {
                return token;
            }
            String offered = Subprotocols.of(request).bearer();
            return offered.isEmpty() ? null : offered;
        };
    }

    private static ObjectPostProcessor<BearerTokenAuthenticationFilter> failuresTo(
            Refusals refusals) {
        return new ObjectPostProcessor<>() {
            @Override
            public <O extends BearerTokenAuthenticationFilter> O postProcess(O filter) {
                filter.setAuthenticationFailureHandler(refusals::badToken);
                return filter;
            }
        };
    }
}
