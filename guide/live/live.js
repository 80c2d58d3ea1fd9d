// Loaded by every page: figures become boards when they come into view. Without this, they are pictures.
(() => {
  const here = document.currentScript.src;
  // The page for printers shows pictures only.
  if (location.pathname.endsWith('/print.html')) return;
  // What is scrolled by hand can be scrolled by keyboard, and what acts as a button is called one.
  for (const wide of document.querySelectorAll('pre > code, .table-wrapper')) if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
  const toggle = document.getElementById('mdbook-sidebar-toggle');
  toggle?.setAttribute('role', 'button');
  const modules = { board: './board.js', bits: './bits.js' };
  const bring = async (figure) => {
    try {
      const kind = figure.dataset.board ? 'board' : 'bits';
      const { come } = await import(new URL(modules[kind], here));
      await come(figure);
      figure.dataset.live = 'yes';
    } catch (error) {
      // The picture stays.
      figure.dataset.live = 'no';
      console.warn(error);
    }
  };
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      bring(target);
    }
  });
  for (const figure of document.querySelectorAll('figure[data-board], figure[data-bits]')) seen.observe(figure);
})();
