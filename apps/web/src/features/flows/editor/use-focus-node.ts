import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback } from 'react';

const tries = 20;

/** Brings a node into view if it is not, and gives it the focus once it is drawn. */
export function useFocusNode() {
  const { getInternalNode, getViewport, setCenter } = useReactFlow();
  const store = useStoreApi();
  return useCallback(
    (id: string, takesFocus = true) => {
      const attempt = (left: number) => {
        const node = getInternalNode(id);
        const { width, height } = store.getState();
        if (node) {
          const { x: left, y: top, zoom } = getViewport();
          const { positionAbsolute: place } = node.internals;
          const size = { x: node.measured.width ?? 240, y: node.measured.height ?? 96 };
          const at = { x: place.x * zoom + left, y: place.y * zoom + top };
          const isInView =
            at.x >= 0 && at.y >= 0 && at.x + size.x * zoom <= width && at.y + size.y * zoom <= height;
          if (!isInView) void setCenter(place.x + size.x / 2, place.y + size.y / 2, { zoom });
        }
        if (!takesFocus) return;
        const element = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
        if (element) element.focus({ preventScroll: true });
        else if (left > 0) setTimeout(() => attempt(left - 1), 50);
      };
      attempt(tries);
    },
    [getInternalNode, getViewport, setCenter, store],
  );
}
