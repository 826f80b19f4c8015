// node check.js BASE_URL      a whole life of an eureka-js-client with the registry at BASE_URL (http://127.0.0.1:8761/eureka)
//
// Prints a line a check, and ends with 'N passed, N failed'; the exit status is 1 if a check failed. What the client should
// see or do is caused, and what it did is read, by plain HTTP requests from here ("another hand").
'use strict';

const assert = require('node:assert/strict');
const { randomUUID } = require('node:crypto');
const { Eureka } = require('eureka-js-client');

const PATIENCE_MS = 60_000;
const INTERVAL_MS = 500;

if (process.argv.length !== 3) {
  console.error('usage: node check.js BASE_URL');
  process.exit(2);
}
const base = process.argv[2].replace(/\/+$/, '');
const clients = [];
const byHand = new Set();
let passed = 0;
let failed = 0;

/** Asks again and again until the assertion holds; the last failure is the reason when time is up. */
async function eventually(assertion) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await assertion();
    } catch (failure) {
      if (Date.now() > end) {
        throw failure;
      }
      await new Promise((again) => setTimeout(again, 100));
    }
  }
}

async function request(method, path, body) {
  const response = await fetch(`${base}/apps/${path}`, {
    method,
    headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return { status: response.status, text: await response.text() };
}

function instance(app, more) {
  return {
    app,
    instanceId: `${app.toLowerCase()}-1`,
    hostName: `${app.toLowerCase()}.example.org`,
    ipAddr: '192.0.2.7',
    vipAddress: app.toLowerCase(),
    port: { $: 8080, '@enabled': 'true' },
    status: 'UP',
    dataCenterInfo: { '@class': 'com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo', name: 'MyOwn' },
    leaseInfo: { renewalIntervalInSecs: 30, durationInSecs: 3600 },
    metadata: { zone: 'z1' },
    ...more,
  };
}

async function registerByHand(app) {
  const { status } = await request('POST', app, { instance: instance(app) });
  assert.equal(status, 204);
  byHand.add(`${app}/${instance(app).instanceId}`);
}

async function read(path) {
  const { status, text } = await request('GET', path);
  assert.equal(status, 200, `GET apps/${path} answers 200`);
  return JSON.parse(text).instance;
}

/** A client that does everything twice a second and notes its events and requests. */
function start(servicePath, self) {
  const url = new URL(base);
  const client = new Eureka({
    instance: self,
    shouldUseDelta: true,
    requestMiddleware: (options, done) => {
      client.requests.push(`${options.method || 'GET'} ${options.uri}`);
      done(options);
    },
    eureka: {
      host: url.hostname,
      port: url.port,
      servicePath: `${url.pathname}${servicePath}`,
      heartbeatInterval: INTERVAL_MS,
      registryFetchInterval: INTERVAL_MS,
    },
    logger: { warn: () => {}, info: () => {}, debug: () => {}, error: (...words) => client.errors.push(words.join(' ')) },
  });
  client.requests = [];
  client.events = [];
  client.errors = [];
  for (const event of ['registered', 'heartbeat', 'deregistered', 'registryUpdated']) {
    client.on(event, () => client.events.push(event));
  }
  clients.push(client);
  return new Promise((started, refused) => client.start((error) => (error ? refused(error) : started(client))));
}

const count = (list, what) => list.filter((item) => item === what).length;
const statuses = (client, vip) => client.getInstancesByVipAddress(vip).map((found) => found.status);

async function life(servicePath) {
  const mark = randomUUID().slice(0, 8).toUpperCase();
  const names = { self: `JS-${mark}`, early: `EARLY-${mark}`, late: `LATE-${mark}` };
  const self = instance(names.self, { port: { $: 3000, '@enabled': true }, metadata: { language: 'js', 'a.b': 'ü' } });
  const path = `${names.self}/${self.instanceId}`;
  let client;

  const check = async (statement, assertion) => {
    try {
      await assertion();
      passed += 1;
      console.log(`ok    under ${servicePath}: ${statement}`);
    } catch (failure) {
      failed += 1;
      const errors = client ? client.errors.slice(-3).map((line) => `\n      the client: ${line}`).join('') : '';
      console.log(`FAIL  under ${servicePath}: ${statement}\n      ${String(failure.message).replace(/\s*\n\s*/g, ' ')}${errors}`);
    }
  };

  await registerByHand(names.early);
  await check('the client registers', async () => {
    client = await start(servicePath, self);
    const seen = await read(path);
    assert.equal(seen.status, 'UP');
    assert.equal(seen.port.$, 3000);
    assert.equal(seen.port['@enabled'], 'true');
    assert.deepEqual(seen.metadata, { language: 'js', 'a.b': 'ü' });
  });
  if (!client) {
    return;
  }
  await check('its full fetch finds another application and itself, by name and by VIP', () => eventually(() => {
    assert.equal(client.getInstancesByAppId(names.early).length, 1);
    assert.equal(client.getInstancesByAppId(names.early)[0].metadata.zone, 'z1');
    assert.deepEqual(statuses(client, names.early.toLowerCase()), ['UP']);
    assert.deepEqual(statuses(client, names.self.toLowerCase()), ['UP']);
  }));
  await check('its heartbeats are answered 200 and renew the lease', async () => {
    const before = (await read(path)).leaseInfo;
    await eventually(async () => {
      assert.ok(count(client.events, 'heartbeat') >= 3, 'at least three heartbeats are answered');
      assert.ok((await read(path)).leaseInfo.lastRenewalTimestamp > before.lastRenewalTimestamp, 'the lease is renewed');
    });
    assert.equal(count(client.events, 'registered'), 1);
    assert.equal((await read(path)).leaseInfo.registrationTimestamp, before.registrationTimestamp);
  });
  await check('the delta brings an instance that registers', async () => {
    await registerByHand(names.late);
    await eventually(() => assert.deepEqual(statuses(client, names.late.toLowerCase()), ['UP']));
  });
  await check('the delta brings a change of status', async () => {
    const override = `${names.late}/${names.late.toLowerCase()}-1/status?value=OUT_OF_SERVICE`;
    assert.equal((await request('PUT', override)).status, 200);
    await eventually(() => assert.deepEqual(statuses(client, names.late.toLowerCase()), ['OUT_OF_SERVICE']));
  });
  await check('the delta takes away an instance that is cancelled', async () => {
    assert.equal((await request('DELETE', `${names.late}/${names.late.toLowerCase()}-1`)).status, 200);
    await eventually(() => assert.deepEqual(statuses(client, names.late.toLowerCase()), []));
  });
  await check('all of it came by deltas after a single full fetch', () => {
    assert.equal(count(client.requests, 'GET '), 1);
    assert.equal(count(client.events, 'registryUpdated'), 1);
    assert.ok(count(client.requests, 'GET delta') >= 3, 'at least three deltas were fetched');
  });
  await check('forgotten by the server, it registers again and its heartbeats hold', async () => {
    assert.equal((await request('DELETE', path)).status, 200);
    await eventually(() => assert.equal(count(client.events, 'registered'), 2));
    assert.equal((await read(path)).status, 'UP');
    const heartbeats = count(client.events, 'heartbeat');
    await eventually(() => assert.ok(count(client.events, 'heartbeat') >= heartbeats + 3, 'three more heartbeats are answered'));
    assert.equal(count(client.events, 'registered'), 2);
  });
  await check('it deregisters when it stops', async () => {
    await new Promise((stopped, refused) => client.stop((error) => (error ? refused(error) : stopped())));
    assert.equal(count(client.events, 'deregistered'), 1);
    assert.equal((await request('GET', path)).status, 404);
  });
  await check('no request of it failed', () => assert.deepEqual(client.errors, []));
}

(async () => {
  for (const servicePath of ['/apps/', '/v2/apps/']) {
    await life(servicePath);
  }
})().catch((unexpected) => {
  failed += 1;
  console.log(`FAIL  ${unexpected.stack}`);
}).finally(async () => {
  clients.forEach((client) => client.stop());
  await Promise.allSettled([...byHand].map((path) => request('DELETE', path)));
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
});
