package dev.gridlock.toxiproxy.proxy;

import dev.gridlock.toxiproxy.proxy.RefusedException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The proxies of a server, by name. Thread-safe. */
public final class ProxyRegistry implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    private final SortedMap<String, Proxy> proxies = new TreeMap<>();
    private final ProxyContext context;

    public ProxyRegistry(ProxyContext context) {
        this.context = context;
    }

    /** All of them, in the order of their names. */
    public List<Proxy> all() {
        lock.lock();
        try {
            return List.copyOf(proxies.values());
        } finally {
            lock.unlock();
        }
    }

    /** The proxy of that name. */
    public Proxy get(String name) throws RefusedException {
        lock.lock();
        try {
            return known(name);
        } finally {
            lock.unlock();
        }
    }

    private Proxy known(String name) throws RefusedException {
        Proxy proxy = proxies.get(name);
        if (proxy == null) {
            throw new RefusedException(Reason.NOT_FOUND, "proxy not found");
        }
        return proxy;
    }

    /** Creates a proxy; when it cannot listen there is none. */
    public Proxy add(String name, ProxyState wanted) throws RefusedException {
        lock.lock();
        try {
            if (proxies.containsKey(name)) {
                throw new RefusedException(Reason.EXISTS, "proxy already exists");
            }
            return create(name, wanted);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Creates a proxy, or replaces the one of that name when an address differs, its toxics included. One with the same addresses stays
     * as it is, toxics and whether it is enabled included.
     */
    public Proxy addOrReplace(String name, ProxyState wanted) throws RefusedException {
        lock.lock();
        try {
            Proxy existing = proxies.get(name);
            if (existing != null) {
                if (!existing.differs(wanted.listen(), wanted.upstream())) {
                    return existing;
                }
                existing.stop();
            }
            return create(name, wanted);
        } finally {
            lock.unlock();
        }
    }

    private Proxy create(String name, ProxyState wanted) throws RefusedException {
        Proxy proxy = new Proxy(name, wanted.listen(), wanted.upstream(), context);
        if (wanted.enabled()) {
            proxy.start();
        }
        proxies.put(name, proxy);
        return proxy;
    }

    /** Changes a proxy's addresses, or whether it is enabled. */
    public Proxy change(String name, ProxyState wanted) throws RefusedException {
        lock.lock();
        try {
            Proxy proxy = known(name);
            proxy.change(wanted);
            return proxy;
        } finally {
            lock.unlock();
        }
    }

    /** Stops a proxy and forgets it. */
    public void remove(String name) throws RefusedException {
        lock.lock();
        try {
            known(name).stop();
            proxies.remove(name);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Enables all proxies and removes all toxics.
     *
     * @throws RefusedException when a proxy cannot listen; the others are reset all the same
     */
    public void reset() throws RefusedException {
        lock.lock();
        try {
            @Nullable RefusedException first = null;
            for (Proxy proxy : proxies.values()) {
                try {
                    proxy.start();
                } catch (RefusedException e) {
                    first = first == null ? e : first;
                }
                proxy.toxics().clear();
            }
            if (first != null) {
                throw first;
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many connections are open in all proxies. */
    public int openConnections() {
        return all().stream().mapToInt(Proxy::openConnections).sum();
    }

    /** Stops all proxies and forgets them. */
    @Override
    public void close() {
        lock.lock();
        try {
            new ArrayList<>(proxies.values()).forEach(Proxy::stop);
            proxies.clear();
        } finally {
            lock.unlock();
        }
    }
}
