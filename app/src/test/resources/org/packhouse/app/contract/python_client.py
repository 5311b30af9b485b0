"""Drives a server by atlassian-python-api. Prints a line for each check that fails."""

import io
import sys
import tarfile

from atlassian import Bitbucket
from atlassian.bitbucket.server import Server

url, user, password, other, group = sys.argv[1:6]
sha_of_nothing = "0" * 40
bitbucket = Bitbucket(url=url, username=user, password=password, advanced_mode=False)
failures = 0
checks = 0


def check(name, call, holds):
    """Calls something of the client and looks at what it gives."""
    global failures, checks
    checks += 1
    try:
        result = call()
        if hasattr(result, "__next__"):
            result = list(result)
        if not holds(result):
            failures += 1
            print(f"{name}: unexpected {str(result)[:300]}")
        return result
    except Exception as problem:
        failures += 1
        print(f"{name}: {type(problem).__name__}: {str(problem)[:300]}")
        return None


def page_has(field, value):
    def has(result):
        values = result["values"] if isinstance(result, dict) else result
        return any((it.get(field) if field else it) == value for it in values)

    return has


def named(kind, name):
    return lambda result: any(
        it[kind]["name"] == name for it in (result["values"] if isinstance(result, dict) else result)
    )


nothing = lambda result: not result
something = lambda result: bool(result)
b = bitbucket
P, R = "PYTHON", "library"

check("create_project", lambda: b.create_project(P, "Python", "By a client"), lambda r: r["key"] == P)
check("project_exists", lambda: b.project_exists(P), lambda r: r is True)
check("project_exists of none", lambda: b.project_exists("NOPE"), lambda r: r is False)
check("project", lambda: b.project(P), lambda r: r["name"] == "Python" and r["links"]["self"][0]["href"])
check("update_project", lambda: b.update_project(P, description="Changed"), lambda r: r["description"] == "Changed")
check("project_list", lambda: b.project_list(), page_has("key", P))
check("create_repo", lambda: b.create_repo(P, R, forkable=True), lambda r: r["slug"] == R)
check("repo_exists", lambda: b.repo_exists(P, R), lambda r: r is True)
check("repo_exists of none", lambda: b.repo_exists(P, "nope"), lambda r: r is False)
check("repo_list", lambda: b.repo_list(P), page_has("slug", R))
check("repo_all_list", lambda: b.repo_all_list(P), page_has("slug", R))
check("get_repo", lambda: b.get_repo(P, R), lambda r: {"http", "ssh"} >= {it["name"] for it in r["links"]["clone"]})
check("update_repo", lambda: b.update_repo(P, R, description="Mine"), lambda r: r["description"] == "Mine")
check("disable_repo_forking", lambda: b.disable_repo_forking(P, R), something)
check("get_repo_forkable", lambda: b.get_repo_forkable(P, R), lambda r: r is False)
check("enable_repo_forking", lambda: b.enable_repo_forking(P, R), lambda r: r["forkable"] is True)

first = check(
    "upload_file",
    lambda: b.upload_file(P, R, "one\n", "Begin", "main", "README.md"),
    lambda r: len(r["id"]) == 40,
)
first = (first or {}).get("id", sha_of_nothing)
second = check(
    "update_file",
    lambda: b.update_file(P, R, "one\ntwo\n", "Go on", "main", "README.md", first),
    lambda r: r["parents"][0]["id"] == first,
)
second = (second or {}).get("id", sha_of_nothing)
check("set_default_branch", lambda: b.set_default_branch(P, R, "refs/heads/main"), nothing)
check("get_default_branch", lambda: b.get_default_branch(P, R), lambda r: r["latestCommit"] == second)
check("get_branches", lambda: b.get_branches(P, R, details=True), page_has("displayId", "main"))
check("create_branch", lambda: b.create_branch(P, R, "topic/a", "main", "Why"), lambda r: r["id"] == "refs/heads/topic/a")
check("get_branches filtered", lambda: b.get_branches(P, R, filter="topic", order_by="MODIFICATION"), page_has("displayId", "topic/a"))
check("upload_file to a branch", lambda: b.upload_file(P, R, "x\n", "More", "topic/a", "src/x.txt"), something)
check("get_diff", lambda: b.get_diff(P, R, "src/x.txt", "topic/a", "main"), lambda r: r[0]["hunks"])
check("get_commits", lambda: b.get_commits(P, R, limit=5), page_has("id", first))
check("get_commits since", lambda: b.get_commits(P, R, since=first, until="main", with_counts=True), lambda r: [it["id"] for it in r] == [second])
check("get_commits of path", lambda: b.get_commits(P, R, path="README.md", follow_renames=True), lambda r: len(r) == 2)
check("get_commit_info", lambda: b.get_commit_info(P, R, second), lambda r: r["message"] == "Go on" and r["committerTimestamp"] > 10**12)
check("get_commit_changes", lambda: b.get_commit_changes(P, R, commit_id=second), lambda r: r["values"][0]["type"] == "MODIFY")
check("get_changelog", lambda: b.get_changelog(P, R, "topic/a", "main"), something)
check("get_pull_requests_contain_commit", lambda: b.get_pull_requests_contain_commit(P, R, second), nothing)
check("get_file_list", lambda: b.get_file_list(P, R, query="topic/a"), lambda r: "src/x.txt" in list(r))
check("get_content_of_file", lambda: b.get_content_of_file(P, R, "README.md", at="main"), lambda r: r == b"one\ntwo\n" or r == "one\ntwo\n")
check("set_tag", lambda: b.set_tag(P, R, "v1", second, "First"), lambda r: r["displayId"] == "v1" and r["hash"])
check("get_tags", lambda: b.get_tags(P, R, filter="v", order_by="ALPHABETICAL"), page_has("displayId", "v1"))
check("get_project_tags", lambda: b.get_project_tags(P, R, "v1"), lambda r: r["latestCommit"] == second)
check("delete_tag", lambda: b.delete_tag(P, R, "v1"), nothing)
check("delete_branch", lambda: b.delete_branch(P, R, "topic/a"), nothing)
archive = io.BytesIO()
check("download_repo_archive", lambda: b.download_repo_archive(P, R, archive, format="tar", at="main", prefix="top"), nothing)
archive.seek(0)
check("the archive", lambda: tarfile.open(fileobj=archive).getnames(), lambda r: "top/README.md" in r)
check("markup_preview", lambda: b.markup_preview("**bold**"), lambda r: "<strong>" in str(r))

check("fork_repository", lambda: b.fork_repository(P, R, "fork"), lambda r: r["origin"]["slug"] == R)
check("create_project for a fork", lambda: b.create_project("FORKS", "Forks"), something)
check("fork_repository_new_project", lambda: b.fork_repository_new_project(P, R, "FORKS", "theirs"), lambda r: r["project"]["key"] == "FORKS")
check("set_repo_label", lambda: b.set_repo_label(P, R, "red"), lambda r: r["name"] == "red")
check("get_repo_labels", lambda: b.get_repo_labels(P, R), page_has("name", "red"))

check("project_grant_user_permissions", lambda: b.project_grant_user_permissions(P, other, "PROJECT_ADMIN"), nothing)
check("project_users", lambda: b.project_users(P), named("user", other))
check("project_users_with_administrator_permissions", lambda: b.project_users_with_administrator_permissions(P), something)
check("project_remove_user_permissions", lambda: b.project_remove_user_permissions(P, other), nothing)
check("project_grant_group_permissions", lambda: b.project_grant_group_permissions(P, group, "PROJECT_WRITE"), nothing)
check("project_groups", lambda: b.project_groups(P), named("group", group))
check("project_groups_with_administrator_permissions", lambda: b.project_groups_with_administrator_permissions(P), nothing)
check("project_remove_group_permissions", lambda: b.project_remove_group_permissions(P, group), nothing)
check("project_grant_default_permissions", lambda: b.project_grant_default_permissions(P, "PROJECT_READ"), nothing)
check("project_default_permissions", lambda: b.project_default_permissions(P, "PROJECT_READ"), lambda r: r["permitted"] is True)
check("project_remove_default_permissions", lambda: b.project_remove_default_permissions(P, "PROJECT_READ"), nothing)
check("repo_grant_user_permissions", lambda: b.repo_grant_user_permissions(P, R, other, "REPO_ADMIN"), nothing)
check("repo_users", lambda: b.repo_users(P, R), named("user", other))
check("repo_users_with_administrator_permissions", lambda: b.repo_users_with_administrator_permissions(P, R), something)
check("repo_remove_user_permissions", lambda: b.repo_remove_user_permissions(P, R, other), nothing)
check("repo_grant_group_permissions", lambda: b.repo_grant_group_permissions(P, R, group, "REPO_WRITE"), nothing)
check("repo_groups", lambda: b.repo_groups(P, R), named("group", group))
check("repo_groups_with_administrator_permissions", lambda: b.repo_groups_with_administrator_permissions(P, R), nothing)
check("repo_remove_group_permissions", lambda: b.repo_remove_group_permissions(P, R, group, "REPO_WRITE"), nothing)
check("project_keys", lambda: b.project_keys(P), nothing)
check("repo_keys", lambda: b.repo_keys(P, R), nothing)
check("all_project_administrators", lambda: b.all_project_administrators(), lambda r: True)

check("get_groups", lambda: b.get_groups(group_filter=group), something)
check("group_members", lambda: b.group_members(group), page_has("name", other))
check("get_users", lambda: b.get_users(other), page_has("name", other))
check("get_users_info", lambda: b.get_users_info(other), page_has("name", other))
check("get_cluster_info", lambda: b.get_cluster_info(), lambda r: r["localNode"]["local"] and r["nodes"])
check("get_current_license", lambda: b.get_current_license(), lambda r: "status" in r)
check("set_announcement_banner", lambda: b.set_announcement_banner({"message": "Soon.", "enabled": True, "audience": "ALL"}), nothing)
check("get_announcement_banner", lambda: b.get_announcement_banner(), lambda r: r["message"] == "Soon.")
check("delete_announcement_banner", lambda: b.delete_announcement_banner(), nothing)
check("remove_mail_sender_address", lambda: b.remove_mail_sender_address(), nothing)
check("get_pull_request_settings", lambda: b.get_pull_request_settings(P, R), lambda r: r["mergeConfig"]["defaultStrategy"]["id"])
check("get_pull_requests", lambda: b.get_pull_requests(P, R), nothing)
check("get_dashboard_pull_requests", lambda: b.get_dashboard_pull_requests(), nothing)
check("get_branching_model", lambda: b.get_branching_model(P, R), lambda r: "types" in r)
check("enable_branching_model", lambda: b.enable_branching_model(P, R), something)
check("disable_branching_model", lambda: b.disable_branching_model(P, R), nothing)

server = Server(url, username=user, password=password)
check("Server.projects", lambda: [it.key for it in server.projects.each()], lambda r: P in r)
check("Server.projects.get", lambda: server.projects.get(P), lambda r: r.name == "Python")
check("Server.groups", lambda: list(server.groups.each()), something)
check("Server.users", lambda: list(server.users.each()), something)

check("delete_repo", lambda: b.delete_repo(P, "fork"), lambda r: True)
check("repo_exists after", lambda: b.repo_exists(P, "fork"), lambda r: r is False)

print(f"{checks} checks, {failures} failures")
sys.exit(1 if failures else 0)
