import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Puts src/color-scheme.js in every page as a blocking, hashed script. Vite's own entries are modules, and a module
 * runs only after the first paint.
 */
function colorSchemeScript(): Plugin {
  const source = '/src/color-scheme.js';
  let asset: string | undefined;
  return {
    name: 'clubhuis:color-scheme-script',
    buildStart() {
      if (this.environment.mode !== 'build') return;
      asset = this.emitFile({
        type: 'asset',
        name: 'color-scheme.js',
        source: readFileSync(here(`.${source}`), 'utf8'),
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const built = Object.keys(bundle ?? {}).find((name) => /color-scheme-.*\.js$/.test(name));
        const src = asset !== undefined && built !== undefined ? `/${built}` : source;
        return [{ tag: 'script', attrs: { src }, injectTo: 'head' }];
      },
    },
  };
}

/**
 * Writes shell-worker.js with the names of the files that the frame and the first page are made of. Its content changes with
 * them, and with the document: so browsers see that there is a new one.
 */
function shellWorker(): Plugin {
  const source = './src/shell-worker.js';
  const roots = [
    '/src/main.tsx',
    '/features/shell/Shell.tsx',
    '/features/shell/Questions.tsx',
    '/features/shell/extras.ts',
    '/features/dashboard/DashboardPage.tsx',
  ];
  return {
    name: 'clubhuis:shell-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = new Set<string>();
      const add = (name: string) => {
        const file = bundle[name];
        if (files.has(name) || file === undefined) return;
        files.add(name);
        if (file.type !== 'chunk') return;
        file.imports.forEach(add);
        file.viteMetadata?.importedCss.forEach(add);
      };
      for (const [name, file] of Object.entries(bundle)) {
        const isRoot =
          file.type === 'chunk' &&
          file.moduleIds.some((id) => roots.some((root) => id.endsWith(root)));
        const isPart = /\/(color-scheme|mark|frame-icons|figtree-latin-wght-normal)-[^/]+$/.test(
          name,
        );
        if (isRoot || isPart) add(name);
      }
      const names = [...files].sort().map((name) => `/${name}`);
      const page = readFileSync(here('./index.html'), 'utf8');
      const version = createHash('sha256').update(names.join()).update(page).digest('hex');
      this.emitFile({
        type: 'asset',
        fileName: 'shell-worker.js',
        source: readFileSync(here(source), 'utf8')
          .replace('__VERSION__', version.slice(0, 12))
          .replace('__FILES__', names.join(' ')),
      });
    },
  };
}

/**
 * Gives every component of Mantine its own style sheet, in the file of the page that brings the component: all of them together
 * are 36 kB that every page would wait for. Mantine names the sheet of a component like the module of its class names. Each
 * sheet is a layer of its own, for files arrive in any order; src/theme/global.css says which layers come first.
 */
function mantineStyles(): Plugin {
  const styles = '@mantine/core/styles';
  return {
    name: 'clubhuis:mantine-styles',
    enforce: 'pre',
    transform(code, id) {
      // The development server bundles Mantine by itself: there the page has all of its styles.
      if (this.environment.mode !== 'build') {
        return id === here('./src/main.tsx') ? `import '${styles}.layer.css';\n${code}` : null;
      }
      const sheet = /\/@mantine\/core\/styles\/(\w+)\.css$/.exec(id)?.[1];
      if (sheet !== undefined) return `@layer mantine.${sheet} {${code}}`;
      const component = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1];
      if (component === undefined) return null;
      const file = `${styles}/${component}.css`;
      return existsSync(here(`./node_modules/${file}`)) ? `import '${file}';\n${code}` : null;
    },
  };
}

/** Leaves out of the documents what is for those who read their source: the page and its headers are sent in one piece. */
function bareDocuments(): Plugin {
  return {
    name: 'clubhuis:bare-documents',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(/<!--[^]*?-->/g, '').replace(/\n\s+/g, '\n'),
    },
  };
}

/**
 * Keeps scripts and styles as NAME.gz alone: so the server's program holds them, and so it sends them. It unpacks them for the few
 * programs that take nothing packed.
 */
function packed(): Plugin {
  return {
    name: 'clubhuis:packed',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) =>
        /^assets\/.*\.(js|css)$/.test(file),
      )) {
        const file = join(dir, name);
        writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
        rmSync(file);
      }
    },
  };
}

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      codeSplittingOptions: {
        // What a page of the settings asks for comes with the page: the first list need not wait for all of that.
        splitBehavior: ({ routeId }) =>
          routeId.startsWith('/_signed-in/instellingen/') ? [['loader', 'component']] : undefined,
      },
    }),
    react(),
    colorSchemeScript(),
    mantineStyles(),
    shellWorker(),
    bareDocuments(),
    packed(),
  ],
  resolve: {
    alias: {
      '@': here('./src'),
      // React has had this hook for years: what stands in for it is not needed.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    // An inlined font or picture would need data: in more of the Content-Security-Policy than it has.
    assetsInlineLimit: 0,
    // Every browser that the page is built for preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [here('./index.html'), here('./reference.html')],
      output: {
        // Left alone, every icon that two pages share is a file of its own: the first list loads seventy, a person fifty. A
        // group takes what its modules import along, so that no group waits for a later one.
        codeSplitting: {
          groups: [
            // Apart, for the API reference needs nothing else; and never main.tsx, which starts the page.
            { name: 'page-meta', test: /\/page-meta\.ts$/, priority: 9 },
            {
              name: 'base',
              test: /\/src\/app\/|\/Notices\.tsx$|\/MantineProvider\.\w+$/,
              priority: 8,
            },
            {
              name: 'parts',
              test: /\/@mantine\/core\/.*\/(Button|TextInput|Stack|Group|Title)\/\1\.\w+$/,
              priority: 7,
            },
            {
              name: 'list',
              test: /\/(PeoplePage|Shell)\.tsx$|\/_signed-in(\/leden\/index)?\.tsx\?/,
              priority: 6,
            },
            // What lies over a page, what is filled in, and what the pages of a person and of a group are made of.
            {
              name: 'over',
              test: /\/@mantine\/core\/.*\/(Alert|Menu|Modal|Tabs)\/\1\.\w+$|\/src\/components\/(\w*Dialog|UndoMessage|use-lead-on)\.tsx?$/,
              priority: 5,
            },
            {
              name: 'forms',
              test: /\/@mantine\/(core|form)\/.*\/(Autocomplete|Select|Checkbox|Textarea|NativeSelect|Badge|SimpleGrid|use-form)\.\w+$|\/use-force-update\.\w+$/,
              priority: 4,
            },
            {
              name: 'cards',
              test: /\/src\/components\/(cards\/[\w-]+|picture\/\w+Control|RecordHeader|Folded|ListState|CalendarButton|AdoptNotice|DateField)\.tsx?$|\/Group(Link|Select)\.tsx$|\/features\/person\/(history|settle-work|newcomer|vog|vog-colors)\.ts$|useSuspenseQuery/,
              priority: 3,
            },
            // A page with its dialogs is one file: its parts are small.
            {
              name: 'settings',
              test: /\/features\/settings\/|\/_signed-in\/instellingen\//,
              priority: 1,
            },
            {
              name: 'groups',
              test: /\/features\/groups\/Groups?Page\.tsx$|\/features\/groups\/\w+Dialog\.tsx$/,
              priority: 1,
            },
            // Of the pages of money and of its card, which others do not need.
            {
              name: 'money',
              test: /\/src\/(api|lib|texts)\/(cases|euros|fees|finance|invoices)\.ts$/,
              priority: 3,
            },
            { name: 'bulk', test: /\/features\/people\/bulk\//, priority: 1 },
            { name: 'sortable', test: /\/(SortableRows\.tsx|use-keep-focus\.ts)$/, priority: 0 },
            {
              name: 'shared',
              test: /\/@tabler\/|\/src\/(api|lib|texts)\//,
              minShareCount: 2,
              priority: 2,
            },
          ],
        },
      },
    },
    // The API reference brings one vendor file of this size; it loads on its own page alone.
    chunkSizeWarningLimit: 1600,
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    pool: 'threads',
    isolate: false,
    setupFiles: ['src/testing-setup.ts'],
    testTimeout: 20_000,
  },
});
