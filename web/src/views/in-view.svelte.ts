// Whether any of an element is in view.
export class InView {
  now = $state(false);

  constructor(element: () => HTMLElement) {
    $effect(() => {
      const observer = new IntersectionObserver((entries) => (this.now = entries.at(-1)!.isIntersecting));
      observer.observe(element());
      return () => observer.disconnect();
    });
  }
}
