// node check.js BASE_URL CONTEXT_URL PROXY_URL [SCREENSHOTS]
//
// Opens the status page in a browser, as an operator does: at BASE_URL, on a server with a context path, and behind a proxy
// that adds a prefix. Prints a line a check and ends with 'N passed, N failed'; the exit status is 1 if a check failed.
// Leaves pictures of the pages in the folder SCREENSHOTS.
'use strict';

const assert = require('node:assert/strict');
const path = require('node:path');
const axe = require('axe-core');
const { chromium } = require('playwright-core');

const PATIENCE_MS = 60_000;
const [base, context, proxied, pictures] = process.argv.slice(2).map((each) => each.replace(/\/+$/, ''));
if (!proxied) {
  console.error('usage: node check.js BASE_URL CONTEXT_URL PROXY_URL [SCREENSHOTS]');
  process.exit(2);
}
const PAGES = ['', 'applications', 'instances', 'changes', 'lastn', 'protected', 'peers'];
const HOSTILE = `<script>window.hacked=1</script>"'><img src="http://192.0.2.66/x" onerror="window.hacked=1">\u202egpj.exe`;
const LONG = 'long-'.repeat(2_048);

let passed = 0;
let failed = 0;

async function check(name, body) {
  const began = Date.now();
  try {
    await body();
    passed++;
    console.log(`ok   ${name} (${Date.now() - began} ms)`);
  } catch (failure) {
    failed++;
    console.log(`FAIL ${name}: ${failure.stack}`);
  }
}

async function register(server, app, id, more) {
  const instance = {
    instanceId: id,
    app,
    hostName: id.slice(0, 60).replace(/:.*|[^\w.-]/g, '') || 'host',
    ipAddr: '192.0.2.7',
    vipAddress: app.toLowerCase(),
    port: { $: 8080, '@enabled': 'true' },
    status: 'UP',
    dataCenterInfo: { '@class': 'com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo', name: 'MyOwn' },
    leaseInfo: { renewalIntervalInSecs: 30, durationInSecs: 3600 },
    ...more,
  };
  const answer = await fetch(`${server}/eureka/apps/${encodeURIComponent(app)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ instance }),
  });
  assert.equal(answer.status, 204, await answer.text());
}

async function fleet(server) {
  const names = ['orders', 'payments', 'catalog', 'cart', 'search', 'users', 'mail', 'stock', 'reports', 'gateway'];
  for (let app = 0; app < 50; app++) {
    const name = `${names[app % names.length]}${app < names.length ? '' : `-${Math.floor(app / names.length)}`}`;
    for (let i = 1; i <= 3; i++) {
      await register(server, name.toUpperCase(), `${name}-${i}.example.org:8080`, {
        status: app % 9 === 4 && i === 2 ? 'DOWN' : app % 7 === 3 && i === 3 ? 'STARTING' : 'UP',
        statusPageUrl: `http://${name}-${i}.example.org:8080/actuator/info`,
        homePageUrl: `http://${name}-${i}.example.org:8080/`,
        metadata: { zone: `eu-${1 + ((app + i) % 3)}`, version: `2.${app % 4}.${i}`, team: `team-${app % 5}`, 'api.token': 'tell-nobody' },
      });
      renewals.push(`${server}/eureka/apps/${name.toUpperCase()}/${name}-${i}.example.org:8080`);
    }
  }
  await renew();
}

/** The fleet lives: without heartbeats all pages would be about self-preservation. */
const renewals = [];
const renew = () => Promise.all(renewals.map((url) => fetch(url, { method: 'PUT' }).catch(() => null)));

/** A page that notes what must not happen on it. */
async function open(browser, url, options = {}) {
  const session = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await session.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.trouble = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) page.trouble.push(`request to ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') page.trouble.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => page.trouble.push(`error: ${error}`));
  page.on('dialog', (dialog) => { page.trouble.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on('response', (response) => {
    if (response.status() >= 400) page.trouble.push(`${response.status()} for ${response.url()}`);
  });
  await page.goto(url);
  return page;
}

async function close(page) {
  assert.deepEqual(page.trouble, []);
  await page.context().close();
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

async function accessible(page, what, rules = RULES) {
  if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate((names) => window.axe.run({ runOnly: names }), rules);
  const grave = violations.filter((each) => ['serious', 'critical'].includes(each.impact));
  assert.deepEqual(grave.map((each) => `${what}: ${each.id} ${each.nodes.slice(0, 3).map((node) => node.html + ' ' + node.failureSummary)}`), []);
}

async function picture(page, name) {
  if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) });
}

const rows = (page) => page.locator('#list tbody tr').count();

(async () => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  await fleet(base);
  setInterval(renew, 20_000);

  await check('every page opens and is accessible, light and dark', async () => {
    const page = await open(browser, `${base}/`, { colorScheme: 'light' });
    const lightAndDark = async (what) => {
      await accessible(page, `${what}, light`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await accessible(page, `${what}, dark`, ['color-contrast']);
      await picture(page, `${what}-dark`);
      await page.emulateMedia({ colorScheme: 'light' });
    };
    for (const name of PAGES) {
      await page.goto(`${base}/${name}`);
      await lightAndDark(name || 'overview');
    }
    await page.goto(`${base}/instances?app=ORDERS`);
    await page.locator('#list tbody a').first().click();
    await page.waitForSelector('svg.lease');
    assert.equal(await page.locator('text=tell-nobody').count(), 0);
    await lightAndDark('instance');
    await picture(page, 'instance-light');
    await page.goto(`${base}/`);
    await picture(page, 'overview-light');
    await close(page);
  });

  await check('a registration appears without reload', async () => {
    const page = await open(browser, `${base}/applications?q=newcomer`);
    await page.waitForFunction(() => document.getElementById('live').textContent === 'live');
    await page.evaluate(() => { window.sameDocument = true; });
    assert.equal(await rows(page), 0);
    await register(base, 'NEWCOMER', 'newcomer-1');
    await page.locator('#list >> text=NEWCOMER').waitFor();
    assert.equal(await page.evaluate(() => window.sameDocument), true);
    for (const [hidden, state] of [[true, 'not live'], [false, 'live']]) {
      await page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
      await page.waitForFunction((text) => document.getElementById('live').textContent === text, state);
    }
    await close(page);
  });

  await check('typing filters, and choosing narrows down', async () => {
    const page = await open(browser, `${base}/instances`);
    assert.equal(await rows(page), 100);
    await page.locator('input[name=q]').fill('zone=eu-1 payments');
    await page.waitForFunction(() => { const n = document.querySelectorAll('#list tbody tr').length; return n > 0 && n < 10; });
    await page.locator('select[name=status]').selectOption('DOWN');
    await page.waitForFunction(() => [...document.querySelectorAll('#list tbody tr')].every((row) => row.textContent.includes('DOWN')));
    assert.match(page.url(), /q=zone%3Deu-1\+payments&status=DOWN/);
    await close(page);
  });

  await check('all works without scripts', async () => {
    const page = await open(browser, `${base}/`, { javaScriptEnabled: false });
    await page.locator('nav a', { hasText: 'Instances' }).click();
    await page.locator('input[name=q]').fill('payments');
    await page.locator('button[type=submit]').click();
    assert.match(page.url(), /instances\?q=payments/);
    assert.ok((await rows(page)) >= 3 && (await rows(page)) <= 20);
    await close(page);
  });

  await check('the keyboard reaches the content first, then the navigation', async () => {
    const page = await open(browser, `${base}/`);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to content');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
    await close(page);
  });

  await check('every page fits a phone', async () => {
    const page = await open(browser, `${base}/`, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    for (const name of [...PAGES, 'instance?app=ORDERS&id=orders-1.example.org:8080']) {
      await page.goto(`${base}/${name}`);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 390, `/${name} is ${width} px wide`);
    }
    await page.goto(`${base}/applications`);
    await picture(page, 'phone');
    await close(page);
  });

  await check('hostile text is text, and nothing leaves the page', async () => {
    await register(base, `A-${HOSTILE}`, `a-${HOSTILE}`, {
      hostName: HOSTILE,
      statusPageUrl: 'javascript:window.hacked=1',
      homePageUrl: `http://192.0.2.66/"onmouseover="window.hacked=1`,
      healthCheckUrl: 'data:text/html,<script>window.hacked=1</script>',
      metadata: { zone: HOSTILE, version: HOSTILE, [HOSTILE]: HOSTILE },
    });
    await register(base, `A-${LONG}`, `a-${LONG}`, { metadata: { long: LONG } });
    const page = await open(browser, `${base}/`);
    for (const name of [...PAGES, 'instances?q=%3Cscript%3E', 'instances?q=long-long-']) {
      await page.goto(`${base}/${name}`);
      await page.waitForTimeout(50);
      assert.equal(await page.evaluate(() => window.hacked), undefined, name);
      assert.equal(await page.locator('img:not([src*=assets])').count(), 0, name);
      assert.equal(await page.locator('a[href^="javascript:" i], a[href^="data:" i]').count(), 0, name);
    }
    await page.locator('#list tbody th a').first().click();
    await page.waitForSelector('svg.lease');
    assert.ok((await page.locator('main').textContent()).includes(LONG));
    await page.goto(`${base}/instances?q=%3Cscript%3E`);
    await page.locator('#list tbody th a').first().click();
    await page.waitForSelector('svg.lease');
    assert.ok((await page.locator('main').textContent()).includes(HOSTILE));
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 1280));
    await close(page);
  });

  await check('an administrator takes an instance out of service, and brings it back', async () => {
    const page = await open(browser, `${base}/`, { httpCredentials: { username: 'ada', password: 'secret' } });
    const status = async () => {
      const answer = await fetch(`${base}/eureka/apps/CART/cart-1.example.org:8080`, { headers: { Accept: 'application/json' } });
      return (await answer.json()).instance.status;
    };
    assert.equal(await page.locator('form[method=post]').count(), 0);
    await page.locator('text=Sign in').click();
    await page.locator('text=Signed in as ada').waitFor();
    page.trouble.length = 0; // the question for the password
    await page.goto(`${base}/instances?app=CART`);
    await accessible(page, 'instances to choose from');
    await picture(page, 'instances');
    await page.locator('input[aria-label="Choose cart-1.example.org:8080"]').check();
    await page.locator('button', { hasText: 'Take out of service' }).click();
    await page.locator('text=Served as OUT_OF_SERVICE from now on').waitFor();
    await accessible(page, 'confirmation');
    await picture(page, 'confirmation');
    assert.equal(await status(), 'UP');
    await page.locator('button', { hasText: 'Do it' }).click();
    await page.locator('text=1 of 1 done').waitFor();
    assert.equal(await status(), 'OUT_OF_SERVICE');
    await page.locator('main a', { hasText: 'cart-1.example.org:8080' }).click();
    await page.locator('button', { hasText: 'Clear override' }).click();
    await page.locator('button', { hasText: 'Do it' }).click();
    await page.locator('text=1 of 1 done').waitFor();
    assert.equal(await status(), 'UP');
    await page.locator('main a', { hasText: 'Audit trail' }).click();
    await page.locator('#list >> text=take out of service').waitFor();
    await accessible(page, 'audit trail');
    await close(page);
  });

  for (const [what, root] of [['below a context path', context], ['behind a proxy that adds a prefix', proxied]]) {
    await check(`all links and files work ${what}`, async () => {
      const origin = new URL(root).origin;
      await register(what.includes('proxy') ? base : root, 'ELSEWHERE', 'elsewhere-1');
      for (const start of what.includes('proxy') ? [`${root}/`] : [root, `${root}/`]) {
        const page = await open(browser, start);
        await page.waitForFunction(() => document.getElementById('live').textContent === 'live');
        assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('.top')).display), 'flex');
        const links = await page.evaluate(() => [...document.querySelectorAll('a[href], link[href], script[src], img[src]')]
          .map((each) => each.href || each.src).filter((each) => new URL(each).origin === location.origin && !each.endsWith('/sign-in')));
        for (const link of new Set(links)) {
          assert.ok(link.startsWith(root), `${link} leaves ${root}`);
          assert.equal((await fetch(link)).status, 200, link);
        }
        for (const tab of await page.locator('nav[aria-label=Pages] a').allTextContents()) {
          await page.locator('nav[aria-label=Pages] a', { hasText: tab }).click();
          await page.waitForSelector('nav a[aria-current=page]');
          assert.ok(page.url().startsWith(root) && page.url().startsWith(origin));
        }
        await close(page);
      }
    });
  }

  await browser.close();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
})();
