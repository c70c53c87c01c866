// SPDX-License-Identifier: MIT
// The shell of the page without a network: the page itself is asked for first and kept, its content-named files are kept
// as they are. Answers of the interface are never kept: values come from the tables or not at all.
const SHELL = 'merels-shell-1';

self.addEventListener('install', (event) => {
    event.waitUntil(
        caches
            .open(SHELL)
            .then((cache) => cache.add('./'))
            .then(() => self.skipWaiting()),
    );
});

self.addEventListener('activate', (event) => {
    const old = caches
        .keys()
        .then((names) => Promise.all(names.filter((n) => n !== SHELL).map((n) => caches.delete(n))));
    event.waitUntil(old.then(() => self.clients.claim()));
});

const keep = async (request, response) => {
    if (response.ok) await (await caches.open(SHELL)).put(request, response.clone());
    return response;
};

self.addEventListener('fetch', (event) => {
    const { request } = event,
        url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.includes('/v1/')) return;
    if (url.pathname.includes('/assets/')) {
        event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request).then((r) => keep(request, r))));
    } else if (request.mode === 'navigate' && !url.pathname.endsWith('/embed')) {
        event.respondWith(
            fetch(request)
                .then((r) => keep('./', r))
                .catch(() => caches.match('./')),
        );
    }
});
