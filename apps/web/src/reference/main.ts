import 'swagger-ui-dist/swagger-ui.css';
import './reference.css';

import SwaggerUI, { type Plugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

import { restRoot } from '@/api/page-meta';
import { referenceTexts } from '@/texts/reference';

/** Puts the page's parts under landmarks and headings, which Swagger UI leaves out. */
const accessible: Plugin = () => ({
  wrapComponents: {
    InfoContainer:
      (Original, { React }) =>
      (props) =>
        React.createElement(
          'section',
          { 'aria-label': referenceTexts.about },
          React.createElement(Original, props),
        ),
    operations:
      (Original, { React }) =>
      (props) =>
        React.createElement(
          React.Fragment,
          null,
          React.createElement('h2', { className: 'reference-title' }, referenceTexts.operations),
          React.createElement(Original, props),
        ),
  },
});

document.title = referenceTexts.title;
if (document.documentElement.dataset.mantineColorScheme === 'dark') {
  document.documentElement.classList.add('dark-mode');
}

SwaggerUI({
  dom_id: '#root',
  url: `${restRoot}/openapi.json`,
  // A page to read: changing a club's records by trial belongs elsewhere.
  supportedSubmitMethods: [],
  // The validator and its badge would call a server on the internet.
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  plugins: [accessible],
});
