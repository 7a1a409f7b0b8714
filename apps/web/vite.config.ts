import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, URL } from 'node:url';

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

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' }),
    react(),
    colorSchemeScript(),
    mantineStyles(),
  ],
  resolve: { alias: { '@': here('./src') } },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    // An inlined font or picture would need data: in more of the Content-Security-Policy than it has.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [here('./index.html'), here('./reference.html')],
      output: {
        // Left alone, every icon that two pages share is a file of its own, and the first list loads seventy. A group
        // takes what its modules import along, so that no group waits for a later one.
        codeSplitting: {
          groups: [
            // Apart, for the API reference needs nothing else; and never main.tsx, which starts the page.
            { name: 'page-meta', test: /\/page-meta\.ts$/, priority: 4 },
            { name: 'base', test: /\/src\/app\/|\/MantineProvider\.\w+$/, priority: 3 },
            {
              name: 'parts',
              test: /\/@mantine\/core\/.*\/(Button|TextInput|Stack|Group|Title|Alert)\/\1\.\w+$/,
              priority: 2,
            },
            { name: 'list', test: /\/(PeoplePage|Shell)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
    // The API reference brings one vendor file of this size; it loads on its own page alone.
    chunkSizeWarningLimit: 1600,
  },
  test: { include: ['src/**/*.test.{ts,tsx}'], testTimeout: 20_000 },
});
