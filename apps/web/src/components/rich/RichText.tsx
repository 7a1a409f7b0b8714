import { createElement, Fragment, type ReactNode } from 'react';

import classes from './Rich.module.css';

/** The elements of core/richtext, without their attributes. */
const elements = new Set(
  'p br strong b em i u s ul ol li blockquote h2 h3 h4 pre code hr div'.split(' '),
);
const empty = new Set(['br', 'hr']);

/**
 * HTML that the server made safe, as the page's own elements: nothing of it reaches the document as markup, so that what a
 * server might let through is text here.
 */
export function RichText({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return <div className={classes.text}>{children(body)}</div>;
}

const children = (parent: Node): ReactNode[] =>
  [...parent.childNodes].map((node, place) => <Fragment key={place}>{shown(node)}</Fragment>);

function shown(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  if (name === 'a') return <Link to={node.getAttribute('href') ?? ''}>{children(node)}</Link>;
  if (name === 'span') return <span className={classes.mention}>{children(node)}</span>;
  if (!elements.has(name)) return children(node);
  return empty.has(name) ? createElement(name) : createElement(name, {}, children(node));
}

const safe = /^(?:https?|mailto|tel):/i;

function Link({ to, children: inside }: { to: string; children: ReactNode }) {
  if (!safe.test(to)) return inside;
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {inside}
    </a>
  );
}
