// Tells whether this device trusts the laptop: a picture from its secure door shows, or does not.
//
// [data-secure-picture] names the picture; in it, [data-secure="no"] and [data-secure="yes"] are
// what to say. It looks again when the page is come back to, as from the settings, and on a tap.

(() => {
  const check = document.querySelector("[data-secure-picture]");
  if (!check) return;

  const say = (answer) => {
    for (const part of check.querySelectorAll("[data-secure]")) {
      part.hidden = part.dataset.secure !== answer;
    }
  };

  const look = () => {
    const picture = new Image();
    picture.onload = () => say("yes");
    picture.onerror = () => say("no");
    picture.src = `${check.dataset.securePicture}?${Date.now()}`;
  };

  check.querySelector("[data-look]").addEventListener("click", look);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) look();
  });
  check.hidden = false;
  look();
})();
