import type { AriaLabelConfig } from '@xyflow/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CanvasTexts } from './draw-graph.ts';

/** What the canvas says of itself, its nodes and its edges, in the person's language. */
export function useCanvasTexts() {
  const { t } = useTranslation('flows');
  return useMemo(() => {
    const texts: CanvasTexts = {
      errorPort: t('canvas.errorPort'),
      node: ({ name, component, problems, step }) =>
        [
          name,
          component === name ? '' : component,
          problems.length > 0 ? t('canvas.hasProblems', { count: problems.length }) : '',
          step ? t(`run.status.${step.status}`) : '',
        ]
          .filter(Boolean)
          .join(', '),
      edge: (from, to) => t('canvas.edge', { from, to }),
    };
    const ariaLabels: Partial<AriaLabelConfig> = {
      'node.a11yDescription.default': t('canvas.nodeHelp'),
      'node.a11yDescription.keyboardDisabled': t('canvas.nodeHelp'),
      'node.a11yDescription.ariaLiveMessage': () => '',
      'edge.a11yDescription.default': t('canvas.edgeHelp'),
      'controls.ariaLabel': t('canvas.controls'),
      'controls.zoomIn.ariaLabel': t('canvas.zoomIn'),
      'controls.zoomOut.ariaLabel': t('canvas.zoomOut'),
      'controls.fitView.ariaLabel': t('canvas.fitView'),
      'minimap.ariaLabel': t('canvas.miniMap'),
    };
    return { texts, ariaLabels };
  }, [t]);
}
