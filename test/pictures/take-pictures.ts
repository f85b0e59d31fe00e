import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { startProcess } from '../infra/local/start-process.ts';
import { findBrowser } from '../shared/render/real-browser.ts';

// npm run pictures: takes the pictures of the README from the sample that `npm start` runs. They are as of the code and
// the generated news of the day on which they are taken.

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'docs', 'pictures');
/** A picture of the README may have so many bytes. */
const MOST_BYTES = 100_000;
/** The sample sends its first alert within seconds of a start, on a busy machine within minutes. */
const PATIENCE = 300_000;

const executablePath = findBrowser('the pictures of the README are taken');
if (executablePath !== undefined) await takePictures(executablePath);

async function takePictures(executable: string): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'bellwether-pictures-'));
  const mails = await openMailbox();
  const watches = join(data, 'watches.yaml');
  const sample = await readFile(join(ROOT, 'watches.yaml'), 'utf8');
  const ses = 'ses: { from: news@acme.example, to: [press@acme.example] }';
  await writeFile(watches, sample.replace('    email: [news@acme.example]\n', `$&    ${ses}\n`));
  const stack = startProcess(['--fresh', '--data', data, '--watches', watches, '--port', '0'], {
    AWS_ENDPOINT_URL_SESV2: mails.address,
  });
  const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox'] });
  try {
    const mail = await mails.first;
    const linkOf = async (...args: string[]) => {
      const command = [join(ROOT, 'infra/cli/bellwether.mjs'), ...args, '--data', data, '--json'];
      const env = { ...process.env, BELLWETHER_WATCHES: watches };
      const { stdout } = await promisify(execFile)(process.execPath, command, { env });
      return String(JSON.parse(stdout).link);
    };
    const page = await browser.newPage({ viewport: { width: 760, height: 560 }, locale: 'en-GB' });
    const take = async (name: string) => {
      const path = join(FOLDER, `${name}.png`);
      await page.screenshot({ path });
      const { size } = await stat(path);
      process.stdout.write(`docs/pictures/${name}.png: ${Math.round(size / 1_000)} KB\n`);
      if (size > MOST_BYTES) throw new Error(`${path} has ${size} bytes, and may have ${MOST_BYTES}`);
    };
    await page.setContent(mail);
    await take('message');
    await page.goto(await linkOf('open'));
    await until(async () => {
      await page.reload();
      return (await page.locator('.triage > li').count()) > 2;
    });
    await take('today');
    // A report is incomplete until each watch has run.
    await until(async () => {
      await page.goto(await linkOf('report', 'acme-weekly'));
      return !(await page.content()).includes('Incomplete');
    });
    await take('report');
  } finally {
    await browser.close();
    mails.close();
    stack.send('SIGINT');
    await stack.ended;
    await rm(data, { recursive: true, force: true });
  }
}

/** Looks every few seconds, and goes on when it has waited long enough. */
async function until(isReady: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end && !(await isReady()); ) await setTimeout(5_000);
}

/** Takes mail in the place of SES. `first` is the HTML of the first one. */
async function openMailbox() {
  const first = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    json(request).then((body: any) => {
      response.setHeader('content-type', 'application/json').end('{"MessageId":"picture"}');
      first.resolve(body.Content.Simple.Body.Html.Data);
    }, first.reject);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const late = setTimeout(PATIENCE, undefined, { ref: false }).then(() => {
    throw new Error('The sample sent no mail');
  });
  const mail = Promise.race([first.promise, late]);
  return { address: `http://127.0.0.1:${address.port}`, first: mail, close: () => server.close() };
}
