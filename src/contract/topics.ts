// MQTT topics of one table. Signs may read status, about, state and paytable; facts are for staff and the site.

export interface Topics {
  readonly status: string;
  readonly about: string;
  readonly state: string;
  readonly paytable: string;
  readonly fact: string;
  readonly command: string;
  alarm(id: string): string;
  reply(id: string): string;
}

/** The topics of a table; site and table are names of letters, digits, "-" and "_". */
export function topicsOf(site: string, table: string): Topics {
  const root = `pitwire/v1/${site}/${table}`;
  return {
    status: `${root}/status`,
    about: `${root}/about`,
    state: `${root}/state`,
    paytable: `${root}/paytable`,
    fact: `${root}/fact`,
    command: `${root}/command`,
    alarm: (id) => `${root}/alarm/${id}`,
    reply: (id) => `${root}/reply/${id}`,
  };
}

/** Where a progressive tells its value: one topic a pool, for every table of the site. */
export function meterTopic(site: string, pool: string): string {
  return `pitwire/v1/${site}/meter/${pool}`;
}
