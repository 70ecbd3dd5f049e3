// Elements of the page. Text is always set as text, never as markup.

type Child = Node | string;

/** An element with some properties and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

/** A part of the panel that can be folded. */
export function section(title: string, open: boolean, ...children: Child[]): HTMLDetailsElement {
  return element("details", { open, className: "section" }, element("summary", {}, title), ...children);
}

/** A label with its control. */
export function labelled(text: string, control: HTMLElement): HTMLLabelElement {
  return element("label", {}, element("span", {}, text), control);
}

/** A choice among some values. */
export function choice(values: [string, string][], chosen: string, change: (value: string) => void): HTMLSelectElement {
  const select = element("select", {}, ...values.map(([value, text]) => element("option", { value }, text)));
  select.value = chosen;
  select.onchange = () => change(select.value);
  return select;
}

export function button(text: string, title: string, click: () => void): HTMLButtonElement {
  return element("button", { type: "button", title, onclick: click }, text);
}

export function checkbox(text: string, checked: boolean, change: (checked: boolean) => void): HTMLLabelElement {
  const box = element("input", { type: "checkbox", checked });
  box.onchange = () => change(box.checked);
  return element("label", { className: "check" }, box, element("span", {}, text));
}
