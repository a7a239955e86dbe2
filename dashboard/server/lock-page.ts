// What a locked table shows in place of its pages: one page that needs no file of the program. It asks now and then whether the table
// is back, and pages that were open before are loaded anew.

import { createServer, type Server } from "node:http";
import type { Fault } from "#contract/program";
import { type Language, say } from "#i18n/format";

export interface Lock {
  readonly table: string;
  readonly version: string;
  readonly language: Language;
  readonly faults: readonly Fault[];
}

const faultsShown = 3;
const askEveryMs = 3_000;

/** The message, line by line: what is wrong, what to do, whom to call. */
export function lockLines({ version, language, faults }: Lock): readonly string[] {
  const more = faults.length - faultsShown;
  return [
    say(language, "lock.text"),
    ...faults.slice(0, faultsShown).map(({ file, what }) => say(language, `lock.${what}`, { file })),
    ...(more > 0 ? [say(language, "lock.more", { count: more })] : []),
    say(language, "lock.leave"),
    say(language, "lock.call", { version }),
  ];
}

/** Answers every address with the lock: pages to people, 503 to programs. */
export function createLockServer(lock: Lock): Server {
  const text = lockLines(lock).join(" ");
  return createServer((request, reply) => {
    // No URL: "//" is none, and any path may be asked for.
    const [pathname = "/"] = (request.url ?? "/").split("?");
    reply.setHeader("cache-control", "no-store");
    reply.setHeader("x-content-type-options", "nosniff");
    if (pathname === "/api/stream") {
      // A page that was open before hears it, and comes back for this one.
      reply.writeHead(200, { "content-type": "text/event-stream" });
      reply.end("event: locked\ndata: {}\n\n");
    } else if (pathname.startsWith("/api/")) {
      reply.writeHead(503, { "content-type": "application/json" });
      reply.end(JSON.stringify({ ok: false, why: "locked", text, faults: lock.faults }));
    } else {
      reply.setHeader(
        "content-security-policy",
        "default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
      );
      reply.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      reply.end(pathname.startsWith("/sign") ? signPage(lock) : staffPage(lock));
    }
  });
}

function staffPage(lock: Lock): string {
  const { language, table, faults } = lock;
  const [what = "", ...rest] = lockLines(lock);
  const files = rest.slice(0, -2).map((line) => `<li>${escaped(line)}</li>`);
  const [leave = "", call = ""] = rest.slice(-2);
  return page(
    language,
    `<p class="stop"><svg viewBox="0 0 10 10"><rect width="10" height="10"/></svg>${escaped(say(language, "status.stop"))} · ${escaped(say(language, "bar.table", { table }))}</p>
<h1>${escaped(say(language, "lock.title"))}</h1>
<p>${escaped(what)}</p><ul data-faults="${faults.length}">${files.join("")}</ul>
<p><b>${escaped(leave)}</b></p><p><b>${escaped(call)}</b></p>`,
  );
}

/** Guests are told no more than that; the camera sees why. */
function signPage({ language, table, version, faults }: Lock): string {
  const [first] = faults;
  const why = first === undefined ? "" : say(language, `lock.${first.what}`, { file: first.file });
  return page(
    language,
    `<h1>${escaped(say(language, "lock.closed"))}</h1><p>${escaped(say(language, "sign.askDealer"))}</p>
<p class="small">${escaped([table, version, say(language, "lock.title"), why].join(" · "))}</p>`,
  );
}

/** Colours and sizes of a STOP, written out: nothing is loaded. */
function page(language: Language, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pitwire</title><style>
html,body{height:100%;margin:0;background:#101416;color:#f2efe6;font:600 clamp(20px,3.4vmin,48px)/1.4 sans-serif}
main{box-sizing:border-box;min-height:100%;padding:6vmin;display:grid;align-content:center;gap:2.4vmin;border:1.2vmin solid #d5202f}
h1{font-size:clamp(36px,8vmin,120px);line-height:1.1;margin:0}p,ul{margin:0}ul{padding-left:1.2em;overflow-wrap:anywhere}
.stop{display:flex;align-items:center;gap:.5em}.stop svg{width:1em;height:1em;fill:#d5202f}.small{font-size:.75em;opacity:.8;overflow-wrap:anywhere}
</style></head><body><main role="alert" data-locked>${body}</main><script>
setInterval(async()=>{try{if((await fetch("/api/health",{cache:"no-store"})).ok)location.reload()}catch{}},${askEveryMs});
</script></body></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
