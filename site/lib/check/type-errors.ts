import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { convertToTsx } from '@astrojs/astro2tsx';
import ts from 'typescript';

/** What TypeScript reads of a component: `Page.astro.tsx` is what Astro makes of it, `Page.astro.0.ts` its first script. */
const DERIVED = /^(.*\.astro)\.(?:tsx|(\d+)\.ts)$/;

/** No errors in a component: a return from the frontmatter, two attributes of one name. */
const ALLOWED_IN_COMPONENTS = [1108, 17001];

const astroTypes = ['env.d.ts', 'astro-jsx.d.ts'].map((name) =>
  join(import.meta.dirname, '../../../node_modules/astro', name),
);

function readComponent(path: string) {
  const source = readFileSync(path, 'utf8');
  const { code, mappings, scripts, diagnostics } = convertToTsx(source, { filename: path });
  const modules = scripts.filter(({ type }) => type === 'processed-module' || type === 'module');
  return { source, code, mappings, modules, diagnostics };
}

/** Errors in the TypeScript and the components of a folder with a `tsconfig.json`, each with its place. */
export function typeErrors(folder: string): string[] {
  const components = new Map<string, ReturnType<typeof readComponent>>();
  const componentAt = (path: string) => {
    const component = components.get(path) ?? readComponent(path);
    components.set(path, component);
    return component;
  };

  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    folder,
    { jsx: ts.JsxEmit.Preserve },
    undefined,
    undefined,
    [{ extension: 'astro', isMixedContent: true, scriptKind: ts.ScriptKind.Deferred }],
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => fileExists(DERIVED.exec(path)?.[1] ?? path);
  host.readFile = (path) => {
    const [, file, script] = DERIVED.exec(path) ?? [];
    if (!file) return readFile(path);
    const { code, modules } = componentAt(file);
    return script ? modules[Number(script)]?.content : code;
  };
  const read = fileNames.flatMap((path) =>
    path.endsWith('.astro')
      ? [`${path}.tsx`, ...componentAt(path).modules.map((_, index) => `${path}.${index}.ts`)]
      : [path],
  );
  const program = ts.createProgram([...read, ...astroTypes], options, host);

  const describe = (path: string, source: string, position: number, message: string) => {
    const lines = source.slice(0, position).split('\n');
    return `${relative(folder, path)}:${lines.length}:${(lines.at(-1) ?? '').length + 1} ${message}`;
  };
  const ofProgram = ({ file, start = 0, code, messageText }: ts.Diagnostic): string => {
    const message = `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    if (!file) return message;
    const [, path, script] = DERIVED.exec(file.fileName) ?? [];
    if (!path) return describe(file.fileName, file.text, start, message);
    const { source, modules, mappings } = componentAt(path);
    if (script)
      return describe(path, source, (modules[Number(script)]?.position.start ?? 0) + start, message);
    const mapping = mappings.find(([from, length]) => start >= from && start < from + length);
    return describe(path, source, mapping ? mapping[2] + start - mapping[0] : 0, message);
  };
  const isAllowed = ({ file, code }: ts.Diagnostic) =>
    DERIVED.test(file?.fileName ?? '') && ALLOWED_IN_COMPONENTS.includes(code);
  const readFiles = program.getSourceFiles().filter(({ fileName }) => read.includes(fileName));
  return [
    ...[...errors, ...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()].map(ofProgram),
    ...[...components].flatMap(([path, { source, diagnostics }]) =>
      diagnostics.map(({ message, position }) => describe(path, source, position.start, message)),
    ),
    ...readFiles
      .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
      .filter((diagnostic) => !isAllowed(diagnostic))
      .map(ofProgram),
  ];
}
