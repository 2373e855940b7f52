import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { en } from '../i18n/en';
import { speakWith } from '../i18n/translate';
import { Markdown } from './Markdown';

beforeAll(() => speakWith('en', en));

const toHtml = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }));

describe('given an answer that would do harm', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'kites <b onclick="alert(1)">b</b>',
    '<iframe src="https://example.com"></iframe>',
  ])('%j, then its markup is text', (text) => {
    const html = toHtml(text);
    expect(html).not.toMatch(/<(script|img|b|iframe)/);
    expect(html).toContain('&lt;');
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>)',
    '[x](vbscript:x)',
    '[x](//example.com)',
    '[x](/organization)',
    '<javascript:alert(1)>',
  ])('%j, then it leads nowhere', (text) => {
    expect(toHtml(text)).not.toContain('href');
  });

  test('a picture from elsewhere is a link and not fetched', () => {
    const html = toHtml('![A stall](https://example.com/a.png)');
    expect(html).not.toContain('<img');
    expect(html).toContain('href="https://example.com/a.png"');
    expect(html).toContain('A stall');
  });
});

test('links to the web and to mail lead out, into a tab of their own, without a trace', () => {
  for (const href of ['https://example.com/a', 'mailto:asha@example.com']) {
    const html = toHtml(`[guide](${href})`);
    expect(html).toContain(`href="${href}"`);
    expect(html).toContain('target="_blank"');
    expect(html).toContain('rel="noopener noreferrer nofollow"');
  }
});

test('tables, lists, code and line breaks are shown as such', () => {
  expect(toHtml('| a | b |\n|---|--:|\n| 1 | 2 |')).toContain('<table');
  expect(toHtml('1. one\n2. two')).toMatch(/<ol.*<li/s);
  expect(toHtml('```py\nprint(1)\n```')).toMatch(/<span[^>]*>py<\/span>.*<pre.*print\(1\)/s);
  expect(toHtml('one\ntwo')).toContain('one\ntwo');
});
