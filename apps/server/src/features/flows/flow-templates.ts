import { AppError, type FlowTemplate, type Language } from '@lectern/contract';
import { flowComponents, flowTemplates, listCompanyNeeds } from '@lectern/flow';

export function listTemplates(language: Language): { items: FlowTemplate[] } {
  return { items: [...flowTemplates.keys()].map((id) => readTemplate(id, language)) };
}

export function readTemplate(id: string, language: Language): FlowTemplate {
  const template = flowTemplates.get(id);
  if (!template) throw new AppError('flow.template_not_found');
  const { name, description } = template.texts[language];
  const graph = template.draw(language);
  return {
    id,
    icon: template.icon,
    name,
    description,
    graph,
    needs: listCompanyNeeds(graph, flowComponents),
  };
}
