import { childElements, findChild, type XmlElement, xmlText } from '../../archive/xml.ts';

/**
 * Writes an Office formula on one line, as a person would type it: x^2, (a + b)/c, √(x), ∑_(n=1)^∞.
 * So it can be read, searched and understood by a model without a formula renderer.
 */
export function writeMath(element: XmlElement): string {
  return childElements(element).map(writePart).join('');
}

function writePart(element: XmlElement): string {
  const part = (name: string) => {
    const child = findChild(element, name);
    return child ? writeMath(child) : '';
  };
  switch (element.name) {
    case 'm:r':
      return childElements(element, 'm:t').map(xmlText).join('');
    case 'm:f':
      return `${group(part('m:num'))}/${group(part('m:den'))}`;
    case 'm:sSup':
      return `${part('m:e')}^${group(part('m:sup'))}`;
    case 'm:sSub':
      return `${part('m:e')}_${group(part('m:sub'))}`;
    case 'm:sSubSup':
      return `${part('m:e')}_${group(part('m:sub'))}^${group(part('m:sup'))}`;
    case 'm:sPre':
      return `_${group(part('m:sub'))}^${group(part('m:sup'))}${part('m:e')}`;
    case 'm:rad':
      return `${part('m:deg')}√(${part('m:e')})`;
    case 'm:nary':
      return writeOperator(element, part);
    case 'm:d':
      return writeDelimited(element);
    case 'm:func':
      return `${part('m:fName')} ${part('m:e')}`;
    case 'm:limLow':
      return `${part('m:e')}_${group(part('m:lim'))}`;
    case 'm:limUpp':
      return `${part('m:e')}^${group(part('m:lim'))}`;
    case 'm:m':
      return `[${childElements(element, 'm:mr')
        .map((row) => childElements(row, 'm:e').map(writeMath).join(', '))
        .join('; ')}]`;
    default:
      return element.name.endsWith('Pr') ? '' : writeMath(element);
  }
}

function writeOperator(element: XmlElement, part: (name: string) => string): string {
  const properties = findChild(element, 'm:naryPr');
  const sign = findChild(properties, 'm:chr')?.attributes['m:val'] ?? '∫';
  const lower = part('m:sub');
  const upper = part('m:sup');
  return `${sign}${lower === '' ? '' : `_${group(lower)}`}${upper === '' ? '' : `^${group(upper)}`} ${part('m:e')}`;
}

function writeDelimited(element: XmlElement): string {
  const properties = findChild(element, 'm:dPr');
  const begin = findChild(properties, 'm:begChr')?.attributes['m:val'] ?? '(';
  const end = findChild(properties, 'm:endChr')?.attributes['m:val'] ?? ')';
  const separator = findChild(properties, 'm:sepChr')?.attributes['m:val'] ?? '|';
  return begin + childElements(element, 'm:e').map(writeMath).join(separator) + end;
}

/** Brackets around what is more than one sign or number. */
function group(text: string): string {
  const isSingle = [...text].length <= 1 || /^[\d.,]+$/.test(text) || /^\p{L}+$/u.test(text);
  return isSingle ? text : `(${text})`;
}
