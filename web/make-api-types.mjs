// SPDX-License-Identifier: MIT
// Types of the server's answers from its OpenAPI description: node make-api-types.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';

const web = dirname(fileURLToPath(import.meta.url));
const from = join(web, '..', 'apps', 'server', 'api', 'openapi.json');
const to = join(web, 'src', 'lib', 'schema.ts');

function type(s) {
    if (s.$ref) return s.$ref.split('/').at(-1);
    if (s.anyOf) return s.anyOf.map(type).join(' | ');
    if ('const' in s) return JSON.stringify(s.const);
    if (s.enum) return s.enum.map((v) => JSON.stringify(v)).join(' | ');
    if (Array.isArray(s.type)) return s.type.map((t) => type({ ...s, type: t })).join(' | ');
    switch (s.type) {
        case 'object':
            return s.properties ? object(s) : 'Record<string, unknown>';
        case 'array':
            return `(${type(s.items)})[]`;
        case 'integer':
        case 'number':
            return 'number';
        case 'string':
        case 'boolean':
        case 'null':
            return s.type;
        default:
            throw new Error(`cannot write ${JSON.stringify(s)}`);
    }
}
function object(s) {
    const fields = Object.entries(s.properties).map(
        ([name, p]) =>
            `${p.description ? `// ${p.description}\n` : ''}${name}${s.required?.includes(name) ? '' : '?'}: ${type(p)};`,
    );
    return `{\n${fields.join('\n')}\n}`;
}

const { components } = JSON.parse(readFileSync(from, 'utf8'));
const parts = Object.entries(components.schemas).map(
    ([name, s]) => `${s.description ? `// ${s.description}\n` : ''}export type ${name} = ${type(s)};\n`,
);
const head =
    '// SPDX-License-Identifier: MIT\n// Made by make-api-types.mjs from apps/server/api/openapi.json; not to be changed by hand.\n';
const options = await prettier.resolveConfig(to);
const text = await prettier.format(head + parts.join('\n'), { ...options, filepath: to, plugins: [] });
if (!process.argv.includes('--check')) writeFileSync(to, text);
else if (readFileSync(to, 'utf8') !== text) {
    console.error('src/lib/schema.ts is not what openapi.json says: run node make-api-types.mjs and commit it');
    process.exit(1);
}
