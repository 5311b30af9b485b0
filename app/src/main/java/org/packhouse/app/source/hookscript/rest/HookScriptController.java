package org.packhouse.app.source.hookscript.rest;

import jakarta.servlet.http.HttpServletRequest;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.hookscript.HookScript;
import org.packhouse.app.source.hookscript.HookScripts;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: hook scripts, which system administrators alone upload and see. */
@RestController
@RequestMapping(RestPaths.API + "/hook-scripts")
@Requires(Permission.SYS_ADMIN)
class HookScriptController {

  /** Bytes of an uploaded script, which calls larger programs that are installed on the nodes. */
  private static final long MAX_SIZE = 1 << 20;

  private final HookScripts scripts;

  HookScriptController(HookScripts scripts) {
    this.scripts = scripts;
  }

  @PostMapping
  HookScriptView create(HttpServletRequest request) {
    return HookScriptView.of(scripts.create(HookScriptUploads.read(request, MAX_SIZE)));
  }

  @GetMapping("/{scriptId}")
  HookScriptView get(@PathVariable long scriptId) {
    return HookScriptView.of(scripts.require(scriptId));
  }

  @PutMapping("/{scriptId}")
  HookScriptView change(@PathVariable long scriptId, HttpServletRequest request) {
    HookScript _ = scripts.require(scriptId);
    return HookScriptView.of(scripts.change(scriptId, HookScriptUploads.read(request, MAX_SIZE)));
  }

  @DeleteMapping("/{scriptId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(@PathVariable long scriptId) {
    scripts.remove(scriptId);
  }

  @GetMapping("/{scriptId}/content")
  ResponseEntity<byte[]> content(@PathVariable long scriptId) {
    return ResponseEntity.ok()
        .contentType(MediaType.APPLICATION_OCTET_STREAM)
        .header("X-Content-Type-Options", "nosniff")
        .body(scripts.content(scriptId));
  }
}
