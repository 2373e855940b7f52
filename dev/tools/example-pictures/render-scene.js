/** Draws a scene in a page of the browser, and returns the picture as a data URL. */
globalThis.renderScene = ({ source, shot, take, size }) => {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const gl = canvas.getContext('webgl2', { preserveDrawingBuffer: true });
  if (!gl) throw new Error('The browser has no WebGL 2');
  const program = gl.createProgram();
  const corners = '#version 300 es\nin vec2 at; void main() { gl_Position = vec4(at, 0, 1); }';
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, corners],
    [gl.FRAGMENT_SHADER, source],
  ]) {
    const shader = gl.createShader(kind);
    if (!shader) throw new Error('The browser gave no shader');
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) {
      throw new Error(gl.getShaderInfoLog(shader) ?? 'A shader does not compile');
    }
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  const at = gl.getAttribLocation(program, 'at');
  gl.enableVertexAttribArray(at);
  gl.vertexAttribPointer(at, 2, gl.FLOAT, false, 0, 0);
  const find = (name) => gl.getUniformLocation(program, name);
  gl.uniform2f(find('size'), size, size);
  gl.uniform1i(find('take'), take);
  gl.uniform1f(find('zoom'), shot.zoom);
  gl.uniform4fv(find('bounds'), shot.bounds);
  for (const name of ['eye', 'target', 'light', 'ground', 'wall']) {
    gl.uniform3fv(find(name), shot[name]);
  }
  // In tiles, because one draw that takes a minute loses the context.
  const tile = 120;
  gl.enable(gl.SCISSOR_TEST);
  for (let y = 0; y < size; y += tile) {
    for (let x = 0; x < size; x += tile) {
      gl.scissor(x, y, tile, tile);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      gl.finish();
    }
  }
  return canvas.toDataURL('image/png');
};
