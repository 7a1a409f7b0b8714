// Keeps the frame of the page for where there is no connection. It never keeps an answer of the API, nor anything of anybody.
const version = '__VERSION__';
const files = '__FILES__'.split(' ');
const kept = `clubhuis-shell-${version}`;

/** What other programs than the page answer, and pages that are no good without a connection. */
const elsewhere =
  /^\/(api|afmelden|assets|betaling|calendar|workspace|reference|metrics|healthz|readyz)(\/|$)/;

const fromCache = (path) => caches.match(path, { cacheName: kept });

self.addEventListener('install', (event) => {
  const page = new Request('/', { cache: 'reload', credentials: 'omit' });
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll([page, ...files])));
});

// A new version waits until the pages of the one before are gone: their files stay theirs.
self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('clubhuis-shell-') && name !== kept;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (elsewhere.test(pathname)) return;
    // The server's own page comes first: so an upgrade is seen at once.
    event.respondWith(
      fetch(request).catch(async (error) => {
        const page = await fromCache('/');
        if (page === undefined) throw error;
        return page;
      }),
    );
  } else if (files.includes(pathname)) {
    // Their names change with their content.
    event.respondWith(fromCache(pathname).then((file) => file ?? fetch(request)));
  }
});
