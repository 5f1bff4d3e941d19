"""Every table of the schema with its class; start-up refuses a table that is missing here."""

from audit.rls import TableClass

_OWNER = """
memories_owner memories_conversation memories_message memories_episode memories_memory
memories_memorycontent memories_memoryversion memories_memoryterm memories_memoryembedding memories_relation
memories_reviewcase memories_reviewdecision memories_lesson memories_erasurerequest memories_erasurestep
memories_recalltrace memories_exportchunk audit_auditpayload audit_auditsubjectkey
"""
_SHARED = "memories_operation memories_idempotencyrecord memories_policyversion"
_WORKSPACE = """
memories_workspace memories_staffmember memories_agentkey memories_signinlink memories_erasurereceipt
memories_tombstone audit_auditevent
"""
_OPEN = """
auth_user auth_group auth_permission auth_user_groups auth_user_user_permissions auth_group_permissions
django_content_type django_migrations django_admin_log memories_consolesession
django_celery_beat_clockedschedule django_celery_beat_crontabschedule django_celery_beat_intervalschedule
django_celery_beat_periodictask django_celery_beat_periodictasks django_celery_beat_solarschedule
"""

TABLES: dict[str, TableClass] = {
    **dict.fromkeys(_OWNER.split(), TableClass.OWNER),
    **dict.fromkeys(_SHARED.split(), TableClass.SHARED),
    **dict.fromkeys(_WORKSPACE.split(), TableClass.WORKSPACE),
    **dict.fromkeys(_OPEN.split(), TableClass.OPEN),
}


def tables_of(*classes: TableClass) -> list[str]:
    """Names of the tables of these classes, in registry order."""
    return [name for name, table_class in TABLES.items() if table_class in classes]
