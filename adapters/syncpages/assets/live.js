// Shows a page again by itself. Without this script the page asks for it in its head.
'use strict';

function again() {
  const seconds = Number(document.querySelector('main').dataset.refresh);
  if (seconds) setTimeout(show, seconds * 1000);
}

async function show() {
  try {
    const answer = await fetch(location.href);
    if (answer.redirected || !answer.ok) {
      location.reload();
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const old = document.querySelector('main');
    const fresh = page.querySelector('main');
    fresh.querySelectorAll('[data-once]').forEach((part) => part.remove());
    old.querySelectorAll('details[open][id]').forEach((part) => {
      const same = fresh.querySelector('#' + CSS.escape(part.id));
      if (same) same.open = true;
    });
    const focused = document.activeElement && document.activeElement.id;
    if (!old.contains(document.activeElement) || focused) {
      old.replaceWith(fresh);
      if (focused) document.getElementById(focused)?.focus();
    }
  } catch {
    // the service is being restarted: the next time
  }
  again();
}

again();
