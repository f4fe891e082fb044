import type { ExportedPart } from './person-parts.js';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  return escaped(typeof value === 'string' ? value : JSON.stringify(value));
}

/** What a part is called on the page, in English and Spanish; a table without words is shown by its name. */
const TITLES: Readonly<Record<string, readonly [english: string, spanish: string]>> = {
  users: ['The person', 'La persona'],
  user_changes: ['Changes of the person', 'Cambios de la persona'],
  sessions: ['Sessions', 'Sesiones'],
  passwords: ['Passwords: when they were changed', 'Contraseñas: cuándo se cambiaron'],
  passkeys: ['Passkeys', 'Llaves de acceso'],
  second_factors: ['Second factor', 'Segundo factor'],
  invitations: ['Invitations', 'Invitaciones'],
  held_requests: ['Held de-provisionings', 'Bajas retenidas'],
  failed_rows: ['Rows that were refused', 'Filas rechazadas'],
  identity_conflicts: ['Identity conflicts', 'Conflictos de identidad'],
  scim_links: ['Identity providers', 'Proveedores de identidad'],
  scim_group_members: ['Groups', 'Grupos'],
  dissertations: ['Dissertation', 'Tesis'],
  dissertation_versions: ['Versions of the dissertation', 'Versiones de la tesis'],
  milestones: ['Milestones', 'Hitos'],
  committees: ['Committee', 'Comité'],
  committee_members: ['Members and seats of committees', 'Miembros y puestos de comités'],
  progress_documents: ['Progress record', 'Registro de progreso'],
  submissions: ['Submissions', 'Solicitudes'],
  submission_transitions: ['Review of submissions', 'Revisión de solicitudes'],
  discrepancies: ['Discrepancies', 'Discrepancias'],
  sync_items: ['Items of the sync queue', 'Elementos de la cola'],
  sync_transitions: ['History of the sync queue', 'Historial de la cola'],
  audit_events: ['Audit log', 'Registro de auditoría'],
  request_log: ['Request log', 'Registro de peticiones'],
  disclosures: ['Who received the data', 'Quién recibió los datos'],
  legal_holds: ['Legal hold', 'Retención legal'],
};

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#1a1a1a}' +
  'h2{margin-top:2rem}table{border-collapse:collapse;margin:0 0 1rem;width:100%}' +
  'th,td{border:1px solid #767676;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}' +
  'th{width:14rem;font-weight:600}caption{text-align:left;color:#444}';

function rowTable(row: Readonly<Record<string, unknown>>, number: number): string {
  const cells = Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<tr><th scope="row">${escaped(name)}</th><td>${shown(value)}</td></tr>`);
  return `<table><caption>${number}</caption>${cells.join('')}</table>\n`;
}

/** A page of its own, without scripts, that shows every part; its text comes in parts too. */
export async function* personPage(
  userId: string,
  exportedAt: Date,
  parts: Iterable<ExportedPart>,
): AsyncGenerator<string> {
  const title = `${userId}: what is stored · lo que se almacena`;
  yield (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${escaped(title)}</title><style>${STYLE}</style></head><body><main>\n` +
    `<h1>${escaped(title)}</h1>\n<p>${exportedAt.toISOString()}</p>\n` +
    '<p>Passwords, keys and codes are not in it. person.json has the same for programs.</p>\n' +
    '<p lang="es">No contiene contraseñas, llaves ni códigos. person.json tiene lo mismo para programas.</p>\n'
  );
  for (const { table, part, rows } of parts) {
    const [english, spanish] = TITLES[table] ?? [table, ''];
    let number = 0;
    for await (const some of rows)
      for (const row of some) {
        number += 1;
        if (number === 1) {
          const translated = spanish === '' ? '' : ` · <span lang="es">${escaped(spanish)}</span>`;
          const detail = part === null ? '' : ` (${escaped(part)})`;
          yield `<h2>${escaped(english)}${translated}${detail}</h2>\n`;
        }
        yield rowTable(row, number);
      }
  }
  yield '</main></body></html>\n';
}
