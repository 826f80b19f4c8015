// Keeps the page fresh and looks things up while one types. Pages do all that they can without it.
'use strict';
(() => {
  const live = document.getElementById('live');
  const SHORTEST_PAUSE = 1500;
  let drawing = null;
  let drawnAt = 0;
  let timer = 0;

  // The parts marked data-live are taken from the page as the server draws it now.
  async function redraw() {
    if (drawing) drawing.abort();
    drawing = new AbortController();
    drawnAt = Date.now();
    try {
      const answer = await fetch(location.href, {signal: drawing.signal, credentials: 'same-origin'});
      if (!answer.ok || !(answer.headers.get('Content-Type') || '').startsWith('text/html')) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
      for (const part of document.querySelectorAll('[data-live][id]')) {
        const other = fresh.getElementById(part.id);
        if (other && other.innerHTML !== part.innerHTML) replace(part, other);
      }
    } catch (e) {
      if (e.name !== 'AbortError') say('not live');
    }
  }

  // What the reader has chosen, opened or reached with the keyboard stays as it is.
  function replace(part, other) {
    const checked = new Set([...part.querySelectorAll('input:checked')].map((box) => box.value));
    const open = [...part.querySelectorAll('details')].map((each) => each.open);
    const focused = part.contains(document.activeElement) ? path(part, document.activeElement) : null;
    part.className = other.className;
    part.replaceChildren(...document.importNode(other, true).childNodes);
    for (const box of part.querySelectorAll('input[type=checkbox]')) box.checked = checked.has(box.value);
    part.querySelectorAll('details').forEach((each, i) => { each.open = Boolean(open[i]); });
    if (focused) {
      const again = [...part.querySelectorAll(focused.tag)].find((each) => each.getAttribute(focused.name) === focused.value);
      if (again) again.focus({preventScroll: true});
    }
  }

  function path(part, element) {
    const name = element.hasAttribute('href') ? 'href' : element.hasAttribute('value') ? 'value' : 'aria-label';
    return {tag: element.tagName, name, value: element.getAttribute(name)};
  }

  function soon() {
    if (timer || document.hidden) return;
    timer = setTimeout(() => { timer = 0; redraw(); }, Math.max(100, SHORTEST_PAUSE - (Date.now() - drawnAt)));
  }

  function say(text) {
    if (live && live.textContent !== text) live.textContent = text;
  }

  let events = null;
  let again = 0;

  // A page that nobody sees keeps no connection: browsers allow few, and the server counts them.
  function listen() {
    clearTimeout(again);
    if (events || document.hidden) return;
    events = new EventSource(document.body.dataset.events);
    events.onopen = () => { say('live'); soon(); };
    events.addEventListener('change', soon);
    events.onerror = () => {
      say('not live');
      // A server that refuses is asked again later; of a broken connection the browser takes care.
      if (events && events.readyState === EventSource.CLOSED) {
        events = null;
        again = setTimeout(listen, 10000);
      }
    };
  }

  function stopListening() {
    if (events) events.close();
    events = null;
    say('not live');
  }

  const filter = document.querySelector('form.filter');
  if (filter) {
    let typing = 0;
    const look = () => {
      const query = new URLSearchParams();
      for (const [name, value] of new FormData(filter)) if (value) query.append(name, value);
      history.replaceState(null, '', '?' + query);
      redraw();
    };
    filter.addEventListener('input', () => { clearTimeout(typing); typing = setTimeout(look, 250); });
    filter.addEventListener('submit', (event) => { event.preventDefault(); clearTimeout(typing); look(); });
  }

  if (document.querySelector('[data-live]') && 'EventSource' in window) {
    document.addEventListener('visibilitychange', () => { if (document.hidden) stopListening(); else listen(); });
    listen();
  }
})();
