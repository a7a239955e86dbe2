// MQTT topics of one table. Signs may read status, beat, about, state, paytable and meters; facts are for staff and the site.

export interface Topics {
  readonly status: string;
  readonly beat: string;
  readonly about: string;
  readonly state: string;
  readonly paytable: string;
  /** Retained: the journal's last signed head. */
  readonly head: string;
  readonly fact: string;
  readonly command: string;
  alarm(id: string): string;
  reply(id: string): string;
  /** Where one sign says that it lives; all of them: `+`. */
  sign(name: string): string;
}

/** The topics of a table; site and table are names of letters, digits, "-" and "_". */
export function topicsOf(site: string, table: string): Topics {
  const root = `pitwire/v1/${site}/${table}`;
  return {
    status: `${root}/status`,
    beat: `${root}/beat`,
    about: `${root}/about`,
    state: `${root}/state`,
    paytable: `${root}/paytable`,
    head: `${root}/head`,
    fact: `${root}/fact`,
    command: `${root}/command`,
    alarm: (id) => `${root}/alarm/${id}`,
    reply: (id) => `${root}/reply/${id}`,
    sign: (name) => `${root}/sign/${name}`,
  };
}

/** Where a progressive tells its value: one topic a pool, for every table of the site. */
export function meterTopic(site: string, pool: string): string {
  return `pitwire/v1/${site}/meter/${pool}`;
}

/** What a sign may read: nothing that is for staff, and of the meters all, since they are on every wall. */
export function signTopics(site: string, table: string): readonly string[] {
  const { status, beat, about, state, paytable } = topicsOf(site, table);
  return [status, beat, about, state, paytable, meterTopic(site, "+")];
}
